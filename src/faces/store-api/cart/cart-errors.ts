import { type CartProblem, MAX_LINE_QUANTITY, MAX_LINES } from '../../../shop/cart/cart.ts'
import { type CouponProblem, couponProblemText } from '../../../shop/pricing/coupon.ts'
import { escapeHtml, type StoreError } from '../response.ts'

export const quoted = (name: string): string => `&quot;${escapeHtml(name)}&quot;`
export const badRequest = (code: string, message: string): StoreError => ({ status: 400, code, message })
export const notFound = (code: string, message: string): StoreError => ({ status: 404, code, message })

/** An error; the response includes the current cart if the caller's copy is outdated. */
export type CartError = StoreError & { readonly isCartOutdated?: true }

export const cartConflict = (code: string, message: string): CartError => ({
  status: 409,
  code,
  message,
  isCartOutdated: true,
})

const cartError = (code: string, message: string) => badRequest(`woocommerce_rest_cart_${code}`, message)
const productError = (code: string, message: string) => badRequest(`woocommerce_rest_product_${code}`, message)
const quantityError = (message: string) => badRequest('invalid_quantity', message)

export const productNotFound = (id: number | undefined): StoreError =>
  badRequest(
    'woocommerce_rest_cart_invalid_product',
    `Product with ID ${quoted(id === undefined ? '' : String(id))} was not found and cannot be added to the cart.`,
  )

export const notMultipleOfOne = (name: string): StoreError =>
  quantityError(`The quantity of ${quoted(name)} must be a multiple of 1`)

export const belowMinimum = (name: string): StoreError =>
  quantityError(`The minimum quantity of ${quoted(name)} allowed in the cart is 1`)

export const aboveMaximum = (name: string, max: number): StoreError =>
  quantityError(`The maximum quantity of ${quoted(name)} allowed in the cart is ${max}`)

export const readOnlyQuantity = (name: string): StoreError =>
  badRequest('readonly_quantity', `The quantity of ${quoted(name)} cannot be changed`)

const missingAttributes = badRequest('woocommerce_rest_missing_attributes', 'Missing attributes for variable product.')
export const variationNotFound = badRequest(
  'woocommerce_rest_variation_id_from_variation_data',
  'No matching variation found.',
)

export function addToCartError(
  problem: CartProblem,
  item: { readonly id: number; readonly hasChoices: boolean },
): StoreError {
  const name = 'name' in problem ? quoted(problem.name) : ''
  switch (problem.kind) {
    case 'product-not-found':
      return productNotFound(item.id)
    case 'not-purchasable':
    case 'choose-grouped-items':
      return productError('not_purchasable', `${name} is not available for purchase.`)
    case 'out-of-stock':
      return productError('out_of_stock', `You cannot add ${name} to the cart because the product is out of stock.`)
    case 'not-enough-stock':
      // Inventory is not tracked, so the limit is the cart's maximum.
      if (problem.available === MAX_LINE_QUANTITY) return aboveMaximum(problem.name, MAX_LINE_QUANTITY)
      return productError(
        'partially_out_of_stock',
        problem.inCart > 0
          ? `You cannot add that amount of ${name} to the cart: we have ${problem.available} in stock and you already have ${problem.inCart} in your cart.`
          : `You cannot add that amount of ${name} to the cart because there is not enough stock (${problem.available} remaining).`,
      )
    case 'sold-individually':
      return cartError('product_sold_individually', `You cannot add another ${name} to your cart.`)
    case 'choose-options':
      return item.hasChoices ? variationNotFound : missingAttributes
    case 'invalid-quantity':
      return productError(
        'invalid_quantity',
        `You cannot add ${name} with a quantity less than or equal to 0 to the cart.`,
      )
    case 'too-many-lines':
      return cartError('error', `A cart holds at most ${MAX_LINES} different things. Please place this order first.`)
  }
}

export const lineNotFound = (message = 'Cart item does not exist.'): CartError =>
  cartConflict('woocommerce_rest_cart_invalid_key', message)

/** '$' and quotes as HTML entities, as in the recorded shop (store-cart-coupons.json). */
export function couponErrorText(code: string, problem: CouponProblem): string {
  const text =
    problem.kind === 'already-applied'
      ? `Coupon code "${code}" has already been applied.`
      : couponProblemText(code, problem)
  return escapeHtml(text).replaceAll('$', '&#036;')
}

export const couponError = (code: string, problem: CouponProblem): StoreError =>
  badRequest('woocommerce_rest_cart_coupon_error', couponErrorText(code, problem))

export const unknownCoupon = badRequest('woocommerce_rest_cart_coupon_error', 'Invalid coupon code.')

export const couponNotApplied = cartConflict(
  'woocommerce_rest_cart_coupon_invalid_code',
  'Coupon cannot be removed because it is not already applied to the cart.',
)

export const couponNotInCart = notFound('woocommerce_rest_cart_coupon_invalid_code', 'This coupon is not in the cart.')

import { type CartProblem, MAX_LINE_QUANTITY, MAX_LINES } from '../../shop/cart/cart.ts'
import { type CouponProblem, couponProblemText } from '../../shop/pricing/coupon.ts'
import { escapeHtml, type StoreError } from './response.ts'

const quoted = (name: string): string => `&quot;${escapeHtml(name)}&quot;`
const badRequest = (code: string, message: string): StoreError => ({ status: 400, code, message })

export const productNotFound = (id: number | undefined): StoreError =>
  badRequest(
    'woocommerce_rest_cart_invalid_product',
    `Product with ID ${quoted(id === undefined ? '' : String(id))} was not found and cannot be added to the cart.`,
  )

export const notMultipleOfOne = (name: string): StoreError =>
  badRequest('invalid_quantity', `The quantity of ${quoted(name)} must be a multiple of 1`)

export const belowMinimum = (name: string): StoreError =>
  badRequest('invalid_quantity', `The minimum quantity of ${quoted(name)} allowed in the cart is 1`)

export const aboveMaximum = (name: string, max: number): StoreError =>
  badRequest('invalid_quantity', `The maximum quantity of ${quoted(name)} allowed in the cart is ${max}`)

export const readOnlyQuantity = (name: string): StoreError =>
  badRequest('readonly_quantity', `The quantity of ${quoted(name)} cannot be changed`)

const missingAttributes: StoreError = badRequest(
  'woocommerce_rest_missing_attributes',
  'Missing attributes for variable product.',
)
export const variationNotFound: StoreError = badRequest(
  'woocommerce_rest_variation_id_from_variation_data',
  'No matching variation found.',
)

/** Errors of adding to the cart, with the codes and messages of store-cart-add-item.json where recorded. */
export function addToCartError(
  problem: CartProblem,
  item: { readonly id: number; readonly hasChoices: boolean },
): StoreError {
  switch (problem.kind) {
    case 'product-not-found':
      return productNotFound(item.id)
    case 'not-purchasable':
    case 'choose-grouped-items':
      return badRequest(
        'woocommerce_rest_product_not_purchasable',
        `${quoted(problem.name)} is not available for purchase.`,
      )
    case 'out-of-stock':
      return badRequest(
        'woocommerce_rest_product_out_of_stock',
        `You cannot add ${quoted(problem.name)} to the cart because the product is out of stock.`,
      )
    case 'not-enough-stock':
      // Inventory is not tracked, so the limit is the cart's maximum.
      if (problem.available === MAX_LINE_QUANTITY) return aboveMaximum(problem.name, MAX_LINE_QUANTITY)
      return badRequest(
        'woocommerce_rest_product_partially_out_of_stock',
        problem.inCart > 0
          ? `You cannot add that amount of ${quoted(problem.name)} to the cart: we have ${problem.available} in stock and you already have ${problem.inCart} in your cart.`
          : `You cannot add that amount of ${quoted(problem.name)} to the cart because there is not enough stock (${problem.available} remaining).`,
      )
    case 'sold-individually':
      return badRequest(
        'woocommerce_rest_cart_product_sold_individually',
        `You cannot add another ${quoted(problem.name)} to your cart.`,
      )
    case 'choose-options':
      return item.hasChoices ? variationNotFound : missingAttributes
    case 'invalid-quantity':
      return badRequest(
        'woocommerce_rest_product_invalid_quantity',
        `You cannot add ${quoted(problem.name)} with a quantity less than or equal to 0 to the cart.`,
      )
    case 'too-many-lines':
      return badRequest(
        'woocommerce_rest_cart_error',
        `A cart holds at most ${MAX_LINES} different things. Please place this order first.`,
      )
  }
}

/** The line does not exist; the response includes the current cart. */
export const lineNotFound = (message = 'Cart item does not exist.'): StoreError => ({
  status: 409,
  code: 'woocommerce_rest_cart_invalid_key',
  message,
})

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

export const unknownCoupon: StoreError = badRequest('woocommerce_rest_cart_coupon_error', 'Invalid coupon code.')

/** The coupon is not in the cart; the response includes the current cart. */
export const couponNotApplied: StoreError = {
  status: 409,
  code: 'woocommerce_rest_cart_coupon_invalid_code',
  message: 'Coupon cannot be removed because it is not already applied to the cart.',
}

export const couponNotInCart: StoreError = {
  status: 404,
  code: 'woocommerce_rest_cart_coupon_invalid_code',
  message: 'This coupon is not in the cart.',
}

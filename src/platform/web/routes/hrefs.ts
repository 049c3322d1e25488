/** Builds links to every page and call. One export each, so that scripts contain only those that they use. */
import * as paths from './paths.ts'
import { query } from './query.ts'

export * from './rest-hrefs.ts'

/** Filter and sort parameters of a listing, by WooCommerce's public names; built in `shop/listing/listing-params.ts`. */
export type ListingQuery = Readonly<Record<string, string>>

/** One page of a listing. Commas are not encoded, so that `filter_size=50-g,100-g` stays readable. */
const listing = (base: string, page: number, filters: ListingQuery): string =>
  `${base}${page > 1 ? `page/${page}/` : ''}${query(filters).replaceAll('%2C', ',')}`

const feedBelow = (page: string, format: string): string => `${page}feed/${format === '' ? '' : `${format}/`}`

export const shop = (page = 1, filters: ListingQuery = {}) => listing(paths.shop, page, filters)
export const category = (slug: string, page = 1, filters: ListingQuery = {}) =>
  listing(`/product-category/${encodeURIComponent(slug)}/`, page, filters)
export const tag = (slug: string, page = 1, filters: ListingQuery = {}) =>
  listing(`/product-tag/${encodeURIComponent(slug)}/`, page, filters)
/** `attribute` without the `pa_` of its taxonomy. */
export const attribute = (attribute: string, slug: string, page = 1, filters: ListingQuery = {}) =>
  listing(`/${encodeURIComponent(attribute)}/${encodeURIComponent(slug)}/`, page, filters)
/** Archive of a term: a category, a tag, or an attribute value (taxonomy `pa_origin`). */
export const term = (taxonomy: string, slug: string, page = 1): string => {
  if (taxonomy === 'product_cat') return category(slug, page)
  if (taxonomy === 'category') return postCategory(slug, page)
  if (taxonomy === 'post_tag') return postTag(slug, page)
  if (taxonomy === 'project_category') return projectCategory(slug)
  return taxonomy === 'product_tag' ? tag(slug, page) : attribute(taxonomy.slice('pa_'.length), slug, page)
}
export const product = (slug: string, choices: Record<string, string> = {}) =>
  `/product/${slug}/${query(Object.fromEntries(Object.entries(choices).map(([name, value]) => [`attribute_${name}`, value])))}`
/** A page of a product's reviews, optionally filtered by stars. */
export const reviews = (slug: string, page = 1, stars?: number) =>
  `/product/${slug}/${page > 1 ? `comment-page-${page}/` : ''}${query({ review_stars: stars })}${page > 1 ? '#comments' : '#reviews'}`
export const reviewPurchase = (product: number, key: string) => `/review-purchase/${product}/${query({ key })}`
/** The review form of a product; a key of `shop/orders/order-key.ts` verifies the buyer. */
export const reviewForm = (slug: string, key: string) => `/product/${slug}/${query({ review_key: key })}#review_form`
export const commentForm = (entry: number, reviewKey = '') =>
  `${paths.commentForm}${query({ post: entry, review_key: reviewKey })}`
export const removeFromCart = (key: string, nonce: string) =>
  `${paths.cart}${query({ remove_item: key, _wpnonce: nonce })}`
export const undoRemove = (key: string, nonce: string) => `${paths.cart}${query({ undo_item: key, _wpnonce: nonce })}`
export const removeCoupon = (code: string, nonce: string) =>
  `${paths.cart}${query({ remove_coupon: code, _wpnonce: nonce })}`
export const addToCart = (productId: number) => `?add-to-cart=${productId}`
export const checkoutWithoutCoupon = (code: string, nonce: string) =>
  `${paths.checkout}${query({ remove_coupon: code, _wpnonce: nonce })}`
export const orderPay = (order: number, key: string) =>
  `/checkout/order-pay/${order}/${query({ pay_for_order: 'true', key })}`
/** Redirects to the provider's page on which an order is paid. */
export const providerPage = (page: 'order-pay' | 'change-payment', order: number, key: string) =>
  `${(page === 'order-pay' ? orderPay : changePayment)(order, key)}&redirect_to_provider=1`
/** Return URL for the provider's page, with the payment intent (stripe-plugin sheet §5). */
export const paymentReturn = (
  order: { readonly id: number; readonly orderKey: string; readonly paymentMethod: string },
  page: 'checkout' | 'order-pay' | 'change-payment',
) => {
  const values = { key: order.orderKey, order_id: order.id, _stripe_payment_method: order.paymentMethod }
  if (page === 'checkout') return `${paths.checkout}${query(values)}`
  const kind = page === 'order-pay' ? { pay_for_order: 'true' } : { change_payment_method: order.id }
  return `/checkout/order-pay/${order.id}/${query({ ...kind, ...values })}`
}
/** The page to change an order's payment method. */
export const changePayment = (order: number, key: string) =>
  `/checkout/order-pay/${order}/${query({ change_payment_method: order, key })}`
/** Without a key it is the page that requests the link by email. */
export const orderReceived = (order: number, key = '') => `/checkout/order-received/${order}/${query({ key })}`
export const accountOrders = (page = 1, search = '') =>
  `${paths.accountOrders}${page > 1 ? `${page}/` : ''}${query({ search })}`
/** WooCommerce's link to a file of a paid order. */
export const download = (product: number, order: string, email: string, key: string) =>
  `${paths.home}${query({ download_file: product, order, email, key })}`
export const viewOrder = (order: number) => `/my-account/view-order/${order}/`
/** A PDF for its customer and staff; guests need the order's key. */
export const invoice = (order: number, key = '') => `/my-account/invoice/${order}/${query({ key })}`
/** Cancels an unpaid order (account-pages.md); without a nonce the page asks for confirmation. */
export const cancelOrder = (
  order: { readonly id: number; readonly orderKey: string },
  redirect: string,
  nonce?: string,
) =>
  `${paths.cart}${query({ cancel_order: 'true', order: order.orderKey, order_id: order.id, redirect, _wpnonce: nonce })}`
/** Puts the lines of an order into the cart; without a nonce the page asks for confirmation. */
export const orderAgain = (order: number, nonce?: string) =>
  `${paths.cart}${query({ order_again: order, _wpnonce: nonce })}`
/** Deletes a saved card; without a nonce the page asks for confirmation. */
export const deletePaymentMethod = (card: number, nonce?: string) =>
  `/my-account/delete-payment-method/${card}/${query({ _wpnonce: nonce })}`
/** Makes a saved card the default; without a nonce the page asks for confirmation. */
export const defaultPaymentMethod = (card: number, nonce?: string) =>
  `/my-account/set-default-payment-method/${card}/${query({ _wpnonce: nonce })}`
/** Return URL after a card was authenticated. */
export const addPaymentMethodReturn = (method: string, nonce: string, context: string) =>
  `/wc-api/stripe_add_payment_method/${query({ nonce, payment_method: method, context })}`
export const accountAddress = (set: 'billing' | 'shipping') => `${paths.accountAddresses}${set}/`
export const sharedList = (token: string) => `${paths.saved}${token}/`
export const stockAlert = (token: string) => `${paths.stockAlerts}${token}/`
export const accountSavedAddress = (address: number) => `${paths.accountAddresses}${address}/`
export const unsubscribe = (key: string) => `${paths.unsubscribe}${query({ key })}`
export const accountSignOut = (nonce: string) => `${paths.accountSignOut}${query({ _wpnonce: nonce })}`
export const acceptInvitation = (key: string) => `${paths.staffInvitation}${query({ key })}`
export const setPassword = (key: string) => `${paths.lostPassword}${query({ key })}`
export const signInLink = (key: string) => `${paths.signInLink}${query({ key })}`
export const confirmAccount = (key: string) => `${paths.confirmAccount}${query({ key })}`
export const confirmEmail = (key: string) => `${paths.confirmEmail}${query({ key })}`
export const undoEmail = (key: string) => `${paths.undoEmail}${query({ key })}`
/** Blog posts, or search results among them. */
export const blog = (page = 1, search = '') => listing(paths.blog, page, { s: search })
export const postCategory = (slug: string, page = 1) => listing(`/category/${encodeURIComponent(slug)}/`, page, {})
export const postTag = (slug: string, page = 1) => listing(`/tag/${encodeURIComponent(slug)}/`, page, {})
export const postAuthor = (slug: string, page = 1) => listing(`/author/${encodeURIComponent(slug)}/`, page, {})
/** The posts of a month, written `2026-03`. */
export const postMonth = (month: string, page = 1) => listing(`/${month.replace('-', '/')}/`, page, {})
/** `version` changes with the content of the picture, because other sites cache it by URL. */
export const sharePicture = (post: number, version: string) => `/share/${post}.jpg${query({ v: version })}`
export const post = (slug: string) => `/blog/${slug}/`
export const project = (slug: string) => `/project/${slug}/`
export const projectCategory = (slug: string) => `/portfolio-category/${encodeURIComponent(slug)}/`
/** A page of a post's comments. */
export const comments = (slug: string, page = 1) => `/blog/${slug}/${page > 1 ? `comment-page-${page}/` : ''}#comments`
/** The page of comments with the reply form under one of them, for browsers without script. */
export const replyTo = (slug: string, page: number, comment: number) =>
  `/blog/${slug}/${page > 1 ? `comment-page-${page}/` : ''}${query({ replytocom: comment })}#respond`
/** Permalink of a review or comment. A pending one is shown to visitors with its key. */
export const comment = (
  entry: { kind: 'product' | 'post'; slug: string },
  page: number,
  comment: number,
  moderationHash = '',
) =>
  `/${entry.kind === 'product' ? 'product' : 'blog'}/${entry.slug}/${page > 1 ? `comment-page-${page}/` : ''}${
    moderationHash === '' ? '' : query({ unapproved: comment, 'moderation-hash': moderationHash })
  }#comment-${comment}`
/** `format` is omitted for RSS 2. */
export const feed = (format = '') => feedBelow('/', format)
/** The feed of a listing, a post's comments or a product's reviews: below the URL of its page. */
export const feedOf = (page: string, format = '') => feedBelow(page, format)
/** Short link of an entry by id, independent of its slug. */
export const shortlink = (entry: number) => `/?p=${entry}`
/** An entry that is not public yet; the key is signed (`things/entries/preview-link.ts`). */
/** Shows the home page with texts that are posted to it. */
export const preview = (entry: number, key: string) => `/${query({ p: entry, preview: 'true', preview_nonce: key })}`
export const page = (slug: string) => `/${slug}/`
export const adminOrders = (filters: { status?: string; s?: string; customer?: number; paged?: number } = {}) =>
  `${paths.adminOrders}${query(filters)}`
/** Edit screen of an entry; products and templates have none. */
export const adminEntry = (kind: string, id: number) =>
  kind === 'product' || kind === 'template' ? paths.admin : `/wp-admin/${kind}s/${id}/`
export const pageBuilder = (entry: number) => `${paths.adminPostPhp}${query({ post: entry, action: 'sktbuilder' })}`
export const editEntry = (entry: number) => `${paths.adminPostPhp}${query({ post: entry, action: 'edit' })}`
export const adminReport = (report: string) => `${paths.adminReports}${report}/`
export const adminOrderItems = (order: number) => `/wp-admin/orders/${order}/edit/`
export const adminOrder = (order: number) => `/wp-admin/orders/${order}/`
export const adminCustomer = (customer: number) => `${paths.adminCustomers}${customer}/`
export const adminPeople = (filters: { status?: string; s?: string } = {}) => `${paths.adminPeople}${query(filters)}`
export const adminPerson = (user: number) => `${paths.adminPeople}${user}/`
export const adminLog = (filters: { user?: number; kind?: string } = {}) => `${paths.adminLog}${query(filters)}`
export const adminEmails = (paged?: number) => `${paths.adminEmails}${query({ paged })}`
export const adminComments = (filters: { status?: string; s?: string; stars?: string; paged?: number } = {}) =>
  `${paths.adminComments}${query(filters)}`
export const login = (redirectTo?: string) => `${paths.login}${query({ redirect_to: redirectTo })}`
/** Without a nonce the page asks for confirmation. */
export const logout = (nonce?: string) => `${paths.login}${query({ action: 'logout', _wpnonce: nonce })}`
/** The second step of sign-in, with the parameter names of WordPress's two-factor plugin. */
export const secondStep = (redirectTo?: string, method?: 'recovery') =>
  `${paths.login}${query({ action: 'validate_2fa', method, redirect_to: redirectTo })}`
export const passkeySignIn = () => `${paths.login}${query({ action: 'passkey' })}`
/** The page that asks for the password again. */
export const accountConfirm = (redirectTo: string) => `${paths.accountConfirm}${query({ redirect_to: redirectTo })}`
export const upload = (file: string) => `/wp-content/uploads/${file}`
export const themeSheet = (hash: string) => `/theme-${hash}.css`
export const icon = (pixels: 192 | 512) => `/icon-${pixels}.png`
export const asset = (file: string) => `/assets/${file}`
export const ajax = (endpoint: string) => `/?wc-ajax=${endpoint}`
export const adminEmailType = (kind: string) => `${paths.adminEmailTypes}${kind}/`
export const storeApi = (path: string) => `${paths.storeApi}${path}`

/** Every address of the shop. Links are made here and nowhere else, so a renamed route is a type error. */

export const paths = {
  home: '/',
  shop: '/shop/',
  shopPage: '/shop/page/:page{[0-9]+}/',
  category: '/product-category/:slug/',
  categoryPage: '/product-category/:slug/page/:page{[0-9]+}/',
  product: '/product/:slug/',
  cart: '/cart/',
  checkout: '/checkout/',
  orderReceived: '/checkout/order-received/:order{[0-9]+}/',
  account: '/my-account/',
  lostPassword: '/my-account/lost-password/',
  blog: '/blog/',
  blogPage: '/blog/page/:page{[0-9]+}/',
  post: '/blog/:slug/',
  page: '/:slug/',
  admin: '/wp-admin/',
  adminOrders: '/wp-admin/orders/',
  adminOrder: '/wp-admin/orders/:order{[0-9]+}/',
  adminMails: '/wp-admin/mails/',
  adminMail: '/wp-admin/mails/:mail{[0-9]+}/',
  login: '/wp-login.php',
  uploads: '/wp-content/uploads/:file{.+}',
  assets: '/assets/:file{.+}',
  storeApi: '/wp-json/wc/store/v1',
  restOrders: '/wp-json/wc/v3/orders',
  restOrder: '/wp-json/wc/v3/orders/:order{[0-9]+}',
  restOrderNotes: '/wp-json/wc/v3/orders/:order{[0-9]+}/notes',
  restOrderTotals: '/wp-json/wc/v3/reports/orders/totals',
  restMails: '/wp-json/samovar/v1/mails',
  restMail: '/wp-json/samovar/v1/mails/:mail{[0-9]+}',
  stripeWebhook: '/wp-json/wc-stripe/v1/webhook',
  healthz: '/healthz',
} as const

const query = (values: Record<string, string | number | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

export type ListingQuery = { orderby?: string; s?: string; post_type?: string; product_cat?: string }

export const hrefs = {
  home: () => paths.home,
  shop: (page = 1, filters: ListingQuery = {}) => `${page > 1 ? `/shop/page/${page}/` : paths.shop}${query(filters)}`,
  category: (slug: string, page = 1, filters: ListingQuery = {}) =>
    `/product-category/${slug}/${page > 1 ? `page/${page}/` : ''}${query(filters)}`,
  tag: (slug: string) => `/product-tag/${slug}/`,
  product: (slug: string, choices: Record<string, string> = {}) =>
    `/product/${slug}/${query(Object.fromEntries(Object.entries(choices).map(([name, value]) => [`attribute_${name}`, value])))}`,
  cart: () => paths.cart,
  removeFromCart: (key: string, nonce: string) => `${paths.cart}${query({ remove_item: key, _wpnonce: nonce })}`,
  undoRemove: (key: string, nonce: string) => `${paths.cart}${query({ undo_item: key, _wpnonce: nonce })}`,
  addToCart: (productId: number) => `?add-to-cart=${productId}`,
  checkout: () => paths.checkout,
  orderPay: (order: number, key: string) => `/checkout/order-pay/${order}/?pay_for_order=true&key=${key}`,
  orderReceived: (order: number, key: string) => `/checkout/order-received/${order}/${query({ key })}`,
  account: () => paths.account,
  lostPassword: () => paths.lostPassword,
  blog: (page = 1) => (page > 1 ? `/blog/page/${page}/` : paths.blog),
  post: (slug: string) => `/blog/${slug}/`,
  page: (slug: string) => `/${slug}/`,
  admin: () => paths.admin,
  adminOrders: (filters: { status?: string; s?: string; paged?: number } = {}) =>
    `${paths.adminOrders}${query(filters)}`,
  adminOrder: (order: number) => `/wp-admin/orders/${order}/`,
  adminMails: (paged?: number) => `${paths.adminMails}${query({ paged })}`,
  adminMail: (mail: number) => `/wp-admin/mails/${mail}/`,
  login: (redirectTo?: string) => `${paths.login}${query({ redirect_to: redirectTo })}`,
  /** Without a nonce the page asks first. */
  logout: (nonce?: string) => `${paths.login}${query({ action: 'logout', _wpnonce: nonce })}`,
  upload: (file: string) => `/wp-content/uploads/${file}`,
  asset: (file: string) => `/assets/${file}`,
  ajax: (endpoint: string) => `/?wc-ajax=${endpoint}`,
  restOrders: (filters: Record<string, string | number | undefined> = {}) => `${paths.restOrders}${query(filters)}`,
  restOrder: (order: number) => `${paths.restOrders}/${order}`,
  restOrderNotes: (order: number) => `${paths.restOrders}/${order}/notes`,
  restOrderNote: (order: number, note: number) => `${paths.restOrders}/${order}/notes/${note}`,
  restOrderTotals: () => paths.restOrderTotals,
  restCustomer: (customer: number) => `/wp-json/wc/v3/customers/${customer}`,
  restMails: (filters: Record<string, string | number | undefined> = {}) => `${paths.restMails}${query(filters)}`,
  restMail: (mail: number) => `${paths.restMails}/${mail}`,
  storeApi: (path: string) => `${paths.storeApi}${path}`,
} as const

/** All URLs of the shop. Links are built only here, so a renamed route is a type error. */

export const paths = {
  home: '/',
  shop: '/shop/',
  shopPage: '/shop/page/:page{[0-9]+}/',
  shopFeed: '/shop/feed/',
  category: '/product-category/:slug/',
  categoryPage: '/product-category/:slug/page/:page{[0-9]+}/',
  categoryFeed: '/product-category/:slug/feed/',
  tag: '/product-tag/:slug/',
  tagPage: '/product-tag/:slug/page/:page{[0-9]+}/',
  tagFeed: '/product-tag/:slug/feed/',
  /** Products with an attribute value: `/origin/japan/`. Registered last, because it matches any two path segments. */
  attribute: '/:attribute/:slug/',
  attributePage: '/:attribute/:slug/page/:page{[0-9]+}/',
  attributeFeed: '/:attribute/:slug/feed/',
  product: '/product/:slug/',
  productReviews: '/product/:slug/:comments{comment-page-[0-9]+}/',
  /** From the email about a completed order to the review form of one of its products. */
  reviewPurchase: '/review-purchase/:product{[0-9]+}/',
  productFeed: '/product/:slug/feed/',
  commentPost: '/wp-comments-post.php',
  cart: '/cart/',
  checkout: '/checkout/',
  checkoutLink: '/checkout-link/',
  orderReceived: '/checkout/order-received/:order{[0-9]+}/',
  orderPay: '/checkout/order-pay/:order{[0-9]+}/',
  account: '/my-account/',
  accountOrders: '/my-account/orders/',
  accountOrdersPage: '/my-account/orders/:page{[0-9]+}/',
  viewOrder: '/my-account/view-order/:order{[0-9]+}/',
  accountAddresses: '/my-account/edit-address/',
  accountAddress: '/my-account/edit-address/:set{billing|shipping}/',
  accountPaymentMethods: '/my-account/payment-methods/',
  accountDetails: '/my-account/edit-account/',
  accountSignOut: '/my-account/customer-logout/',
  lostPassword: '/my-account/lost-password/',
  blog: '/blog/',
  blogPage: '/blog/page/:page{[0-9]+}/',
  blogFeed: '/blog/feed/',
  post: '/blog/:slug/',
  postComments: '/blog/:slug/:comments{comment-page-[0-9]+}/',
  postFeed: '/blog/:slug/feed/',
  feed: '/feed/',
  commentsFeed: '/comments/feed/',
  page: '/:slug/',
  admin: '/wp-admin/',
  adminOrders: '/wp-admin/orders/',
  adminOrder: '/wp-admin/orders/:order{[0-9]+}/',
  adminAttribution: '/wp-admin/attribution/',
  adminCoupons: '/wp-admin/coupons/',
  adminNewCoupon: '/wp-admin/coupons/new/',
  adminCoupon: '/wp-admin/coupons/:coupon{[0-9]+}/',
  adminCustomers: '/wp-admin/customers/',
  adminNewCustomer: '/wp-admin/customers/new/',
  adminCustomer: '/wp-admin/customers/:customer{[0-9]+}/',
  adminTags: '/wp-admin/tags/',
  adminNewTag: '/wp-admin/tags/new/',
  adminTag: '/wp-admin/tags/:tag{[0-9]+}/',
  adminEmails: '/wp-admin/mails/',
  adminEmail: '/wp-admin/mails/:mail{[0-9]+}/',
  adminSettings: '/wp-admin/settings/',
  adminKeys: '/wp-admin/settings/keys/',
  adminPayments: '/wp-admin/settings/payments/',
  adminEmailTypes: '/wp-admin/mails/kinds/',
  adminEmailType: '/wp-admin/mails/kinds/:kind{[\\w-]+}/',
  adminComments: '/wp-admin/reviews/',
  adminPosts: '/wp-admin/posts/',
  adminNewPost: '/wp-admin/posts/new/',
  adminPost: '/wp-admin/posts/:post{[0-9]+}/',
  adminPages: '/wp-admin/pages/',
  adminNewPage: '/wp-admin/pages/new/',
  adminPage: '/wp-admin/pages/:page{[0-9]+}/',
  adminPostCategories: '/wp-admin/categories/',
  adminNewPostCategory: '/wp-admin/categories/new/',
  adminPostCategory: '/wp-admin/categories/:category{[0-9]+}/',
  adminPostTags: '/wp-admin/post-tags/',
  adminNewPostTag: '/wp-admin/post-tags/new/',
  adminPostTag: '/wp-admin/post-tags/:tag{[0-9]+}/',
  adminMedia: '/wp-admin/upload/',
  adminMediaItem: '/wp-admin/upload/:media{[0-9]+}/',
  adminHomePage: '/wp-admin/home-page/',
  login: '/wp-login.php',
  adminAjax: '/wp-admin/admin-ajax.php',
  wcApi: '/wc-api/:call{[^/]+}/',
  uploads: '/wp-content/uploads/:file{.+}',
  assets: '/assets/:file{.+}',
  restIndex: '/wp-json/',
  storeApi: '/wp-json/wc/store/v1',
  restOpenApi: '/wp-json/samovar/v1/openapi.json',
  restOrders: '/wp-json/wc/v3/orders',
  restOrder: '/wp-json/wc/v3/orders/:order{[0-9]+}',
  restOrderNotes: '/wp-json/wc/v3/orders/:order{[0-9]+}/notes',
  restOrderDetails: '/wp-json/wc/v3/orders/:order{[0-9]+}/actions/send_order_details',
  restCaptureAuthorization: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/capture_authorization',
  restCancelAuthorization: '/wp-json/wc/v3/payments/orders/:order{[0-9]+}/cancel_authorization',
  restOrderTotals: '/wp-json/wc/v3/reports/orders/totals',
  restAttribution: '/wp-json/samovar/v1/reports/order-attribution',
  restSales: '/wp-json/samovar/v1/reports/sales',
  restCustomers: '/wp-json/wc/v3/customers',
  restCoupons: '/wp-json/wc/v3/coupons',
  restEmails: '/wp-json/samovar/v1/mails',
  restEmail: '/wp-json/samovar/v1/mails/:mail{[0-9]+}',
  restSettings: '/wp-json/samovar/v1/settings',
  restPaymentSettings: '/wp-json/samovar/v1/settings/payments',
  restEmailRetry: '/wp-json/samovar/v1/mails/:mail{[0-9]+}/retry',
  restEmailTypes: '/wp-json/samovar/v1/mail-kinds',
  restEmailType: '/wp-json/samovar/v1/mail-kinds/:kind{[\\w-]+}',
  restEmailPreview: '/wp-json/samovar/v1/mail-kinds/:kind{[\\w-]+}/preview',
  restKeys: '/wp-json/samovar/v1/keys',
  restKey: '/wp-json/samovar/v1/keys/:key{[0-9]+}',
  restApplicationPasswords: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords',
  restApplicationPasswordInUse: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords/introspect',
  restApplicationPassword: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords/:uuid{[\\w-]+}',
  restProductNames: '/wp-json/samovar/v1/products',
  restTags: '/wp-json/wc/v3/products/tags',
  restReviews: '/wp-json/wc/v3/products/reviews',
  restComments: '/wp-json/samovar/v1/comments',
  restComment: '/wp-json/samovar/v1/comments/:comment{[0-9]+}',
  restCommentReplies: '/wp-json/samovar/v1/comments/:comment{[0-9]+}/replies',
  restCommentMoves: '/wp-json/samovar/v1/comments/moves',
  restCommentDeletions: '/wp-json/samovar/v1/comments/deletions',
  restCommentCounts: '/wp-json/samovar/v1/comments/counts',
  restPosts: '/wp-json/wp/v2/posts',
  restPages: '/wp-json/wp/v2/pages',
  restCategories: '/wp-json/wp/v2/categories',
  restPostTags: '/wp-json/wp/v2/tags',
  restMedia: '/wp-json/wp/v2/media',
  restHomePage: '/wp-json/samovar/v1/home-page',
  challenge: '/wp-json/samovar/v1/challenge',
  commentForm: '/wp-json/samovar/v1/comment-form',
  robots: '/robots.txt',
  sitemapIndex: '/wp-sitemap.xml',
  sitemap: '/:sitemap{wp-sitemap-[a-z]+-[\\w-]+-[0-9]+\\.xml}',
  /** Default location for crawlers. */
  sitemapAlias: '/sitemap.xml',
  favicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  icon: '/:icon{icon-(?:192|512)\\.png}',
  manifest: '/site.webmanifest',
  healthz: '/healthz',
} as const

const query = (values: Record<string, string | number | undefined>): string => {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Filter and sort parameters of a listing, by WooCommerce's public names; built in `shop/listing/listing-params.ts`. */
export type ListingQuery = Readonly<Record<string, string>>

/** One page of a listing. Commas are not encoded, so that `filter_size=50-g,100-g` stays readable. */
const listing = (base: string, page: number, filters: ListingQuery): string =>
  `${base}${page > 1 ? `page/${page}/` : ''}${query(filters).replaceAll('%2C', ',')}`

const feedOf = (page: string, format: string): string => `${page}feed/${format === '' ? '' : `${format}/`}`

export const hrefs = {
  shop: (page = 1, filters: ListingQuery = {}) => listing(paths.shop, page, filters),
  category: (slug: string, page = 1, filters: ListingQuery = {}) =>
    listing(`/product-category/${encodeURIComponent(slug)}/`, page, filters),
  tag: (slug: string, page = 1, filters: ListingQuery = {}) =>
    listing(`/product-tag/${encodeURIComponent(slug)}/`, page, filters),
  /** `attribute` without the `pa_` of its taxonomy. */
  attribute: (attribute: string, slug: string, page = 1, filters: ListingQuery = {}) =>
    listing(`/${encodeURIComponent(attribute)}/${encodeURIComponent(slug)}/`, page, filters),
  /** The products of a term: a category, a tag, or a value of an attribute, whose taxonomy is `pa_origin`. */
  term: (taxonomy: string, slug: string, page = 1): string => {
    if (taxonomy === 'product_cat') return hrefs.category(slug, page)
    return taxonomy === 'product_tag'
      ? hrefs.tag(slug, page)
      : hrefs.attribute(taxonomy.slice('pa_'.length), slug, page)
  },
  product: (slug: string, choices: Record<string, string> = {}) =>
    `/product/${slug}/${query(Object.fromEntries(Object.entries(choices).map(([name, value]) => [`attribute_${name}`, value])))}`,
  /** A page of a product's reviews, optionally filtered by stars. */
  reviews: (slug: string, page = 1, stars?: number) =>
    `/product/${slug}/${page > 1 ? `comment-page-${page}/` : ''}${query({ review_stars: stars })}${page > 1 ? '#comments' : '#reviews'}`,
  reviewPurchase: (product: number, key: string) => `/review-purchase/${product}/${query({ key })}`,
  /** The review form of a product; a key of `shop/orders/order-key.ts` verifies the buyer. */
  reviewForm: (slug: string, key: string) => `/product/${slug}/${query({ review_key: key })}#review_form`,
  commentForm: (entry: number, reviewKey = '') =>
    `${paths.commentForm}${query({ post: entry, review_key: reviewKey })}`,
  removeFromCart: (key: string, nonce: string) => `${paths.cart}${query({ remove_item: key, _wpnonce: nonce })}`,
  undoRemove: (key: string, nonce: string) => `${paths.cart}${query({ undo_item: key, _wpnonce: nonce })}`,
  removeCoupon: (code: string, nonce: string) => `${paths.cart}${query({ remove_coupon: code, _wpnonce: nonce })}`,
  addToCart: (productId: number) => `?add-to-cart=${productId}`,
  checkoutWithoutCoupon: (code: string, nonce: string) =>
    `${paths.checkout}${query({ remove_coupon: code, _wpnonce: nonce })}`,
  orderPay: (order: number, key: string) => `/checkout/order-pay/${order}/?pay_for_order=true&key=${key}`,
  /** Without a key it is the page that emails the link. */
  orderReceived: (order: number, key = '') => `/checkout/order-received/${order}/${query({ key })}`,
  accountOrders: (page = 1, search = '') => `${paths.accountOrders}${page > 1 ? `${page}/` : ''}${query({ search })}`,
  viewOrder: (order: number) => `/my-account/view-order/${order}/`,
  accountAddress: (set: 'billing' | 'shipping') => `${paths.accountAddresses}${set}/`,
  accountSignOut: (nonce: string) => `${paths.accountSignOut}${query({ _wpnonce: nonce })}`,
  setPassword: (key: string) => `${paths.lostPassword}${query({ key })}`,
  blog: (page = 1) => (page > 1 ? `/blog/page/${page}/` : paths.blog),
  post: (slug: string) => `/blog/${slug}/`,
  /** A page of a post's comments. */
  comments: (slug: string, page = 1) => `/blog/${slug}/${page > 1 ? `comment-page-${page}/` : ''}#comments`,
  /** The page of comments with the reply form under one of them, for browsers without script. */
  replyTo: (slug: string, page: number, comment: number) =>
    `/blog/${slug}/${page > 1 ? `comment-page-${page}/` : ''}${query({ replytocom: comment })}#respond`,
  /** Permalink of a review or comment. A pending one is shown to visitors with its key. */
  comment: (entry: { kind: 'product' | 'post'; slug: string }, page: number, comment: number, moderationHash = '') =>
    `/${entry.kind === 'product' ? 'product' : 'blog'}/${entry.slug}/${page > 1 ? `comment-page-${page}/` : ''}${
      moderationHash === '' ? '' : query({ unapproved: comment, 'moderation-hash': moderationHash })
    }#comment-${comment}`,
  /** `format` is omitted for RSS 2. */
  feed: (format = '') => feedOf('/', format),
  /** The feed of a listing, a post's comments or a product's reviews: below the URL of its page. */
  feedOf: (page: string, format = '') => feedOf(page, format),
  /** The short link of an entry by id, independent of its slug. */
  shortlink: (entry: number) => `/?p=${entry}`,
  /** An entry that is not public yet; the key is signed (`things/entries/preview-link.ts`). */
  preview: (entry: number, key: string) => `/${query({ p: entry, preview: 'true', preview_nonce: key })}`,
  page: (slug: string) => `/${slug}/`,
  adminOrders: (filters: { status?: string; s?: string; customer?: number; paged?: number } = {}) =>
    `${paths.adminOrders}${query(filters)}`,
  adminOrder: (order: number) => `/wp-admin/orders/${order}/`,
  adminCustomer: (customer: number) => `${paths.adminCustomers}${customer}/`,
  adminCoupon: (coupon: number) => `/wp-admin/coupons/${coupon}/`,
  adminEmails: (paged?: number) => `${paths.adminEmails}${query({ paged })}`,
  adminEmail: (email: number) => `/wp-admin/mails/${email}/`,
  adminComments: (filters: { status?: string; s?: string; stars?: string; paged?: number } = {}) =>
    `${paths.adminComments}${query(filters)}`,
  login: (redirectTo?: string) => `${paths.login}${query({ redirect_to: redirectTo })}`,
  /** Without a nonce the page asks for confirmation. */
  logout: (nonce?: string) => `${paths.login}${query({ action: 'logout', _wpnonce: nonce })}`,
  upload: (file: string) => `/wp-content/uploads/${file}`,
  icon: (pixels: 192 | 512) => `/icon-${pixels}.png`,
  asset: (file: string) => `/assets/${file}`,
  ajax: (endpoint: string) => `/?wc-ajax=${endpoint}`,
  restOrders: (filters: Record<string, string | number | undefined> = {}) => `${paths.restOrders}${query(filters)}`,
  restOrder: (order: number) => `${paths.restOrders}/${order}`,
  restOrderNotes: (order: number) => `${paths.restOrders}/${order}/notes`,
  restOrderNote: (order: number, note: number) => `${paths.restOrders}/${order}/notes/${note}`,
  restCaptureAuthorization: (order: number) => `/wp-json/wc/v3/payments/orders/${order}/capture_authorization`,
  restCancelAuthorization: (order: number) => `/wp-json/wc/v3/payments/orders/${order}/cancel_authorization`,
  restOrderDetails: (order: number) => `${paths.restOrders}/${order}/actions/send_order_details`,
  restAttribution: (params: { days?: number } = {}) => `${paths.restAttribution}${query(params)}`,
  restCustomer: (customer: number) => `${paths.restCustomers}/${customer}`,
  restCoupons: (filters: Record<string, string | number | undefined> = {}) => `${paths.restCoupons}${query(filters)}`,
  restCoupon: (coupon: number) => `${paths.restCoupons}/${coupon}`,
  restEmails: (filters: Record<string, string | number | undefined> = {}) => `${paths.restEmails}${query(filters)}`,
  restEmail: (email: number) => `${paths.restEmails}/${email}`,
  restEmailRetry: (email: number) => `${paths.restEmails}/${email}/retry`,
  adminEmailType: (kind: string) => `${paths.adminEmailTypes}${kind}/`,
  restEmailType: (kind: string) => `${paths.restEmailTypes}/${kind}`,
  restEmailPreview: (kind: string) => `${paths.restEmailTypes}/${kind}/preview`,
  restKey: (key: number) => `${paths.restKeys}/${key}`,
  restApplicationPasswords: (user: number | 'me') => `/wp-json/wp/v2/users/${user}/application-passwords`,
  restApplicationPassword: (user: number, uuid: string) => `/wp-json/wp/v2/users/${user}/application-passwords/${uuid}`,
  restTags: (filters: Record<string, string | number | undefined> = {}) => `${paths.restTags}${query(filters)}`,
  restTag: (tag: number) => `${paths.restTags}/${tag}`,
  restReview: (review: number) => `${paths.restReviews}/${review}`,
  restProduct: (product: number) => `/wp-json/wc/v3/products/${product}`,
  restComments: (filters: Record<string, string | number | undefined> = {}) => `${paths.restComments}${query(filters)}`,
  restComment: (comment: number) => `${paths.restComments}/${comment}`,
  restCommentReplies: (comment: number) => `${paths.restComments}/${comment}/replies`,
  storeApi: (path: string) => `${paths.storeApi}${path}`,
} as const

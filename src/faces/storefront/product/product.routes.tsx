import { type Context, Hono, type Next } from 'hono'
import type { Exchange } from '../../../platform/money/exchange.ts'
import { type Currency, shopCurrency } from '../../../platform/money/money.ts'
import { breadcrumbData } from '../../../platform/ui/breadcrumbs.tsx'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { shownExchange } from '../../../platform/web/currency.ts'
import { formFields } from '../../../platform/web/form.ts'
import type { Page } from '../../../platform/web/page.ts'
import { shownText } from '../../../platform/web/plain-text.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import { nextPriceChange, type Product } from '../../../shop/catalog/product.ts'
import type { ProductCardData } from '../../../shop/catalog/product-card.ts'
import { enterPassword, unlockProduct } from '../../../shop/catalog/product-password.ts'
import { variationParams } from '../../../shop/catalog/variation-texts.ts'
import { anyVisitor, expressGlobals, payLaterGlobals } from '../../../shop/checkout/page-config/payment-globals.ts'
import { stripeParams } from '../../../shop/checkout/page-config/stripe-params.ts'
import { walletGlobals } from '../../../shop/checkout/page-config/wallet-globals.ts'
import { woopaymentsConfig } from '../../../shop/checkout/page-config/woopayments-config.ts'
import { relatedIds } from '../../../shop/listing/list-products.ts'
import { cardsById, linkedIds } from '../../../shop/listing/listing.store.ts'
import { fillRow } from '../../../shop/listing/listing.ts'
import { offeredWallets } from '../../../shop/payment-methods/offered-wallets.ts'
import { payLaterPriceMessages } from '../../../shop/payment-methods/payment-methods.ts'
import { loadReviews, type ReviewRequest } from '../../../shop/reviews/load-reviews.ts'
import { productPageEvents } from '../../../shop/tracking/platform-tracks.ts'
import { productData, productSheet } from '../../../shop/wallets/gateway-data.tsx'
import { parseId } from '../../../site/comments/comment-input.ts'
import type { RenderRejectedForm } from '../../../site/comments/comments.routes.tsx'
import { parsePathPage } from '../../../site/comments/threads.store.ts'
import { videoOriginsIn, withLazyMedia, withScrollableTables } from '../../../site/content/lazy-media.ts'
import { isForEditors, type ShowText, textOnPage } from '../../../site/content/show-text.ts'
import { expandForms } from '../../../site/forms/expand-forms.tsx'
import { formPlaceOf } from '../../../site/forms/form-posts.ts'
import { reachableSlugs } from '../../../things/entries/old-slugs.store.ts'
import type { StorefrontContext } from '../context.ts'
import { LockedProduct } from './pages/locked-product.tsx'
import { ProductPage, productCrumbs } from './pages/product-page.tsx'
import { offerOf } from './product-offer.tsx'
import { openGraphTags, productStructuredData } from './product-structured-data.ts'
import { shippingText } from './shipping-text.ts'

const RELATED_COUNT = 4

/** Product pages with their reviews, the same for every visitor and cached until their data changes. */
export function productRoutes(shop: StorefrontContext): Hono {
  const routes = new Hono()
  routes.get(paths.product, async (context, next) => (await showProduct(context, shop, {})) ?? next())
  routes.post(paths.product, (context, next) => takePassword(context, shop, next))
  routes.get(paths.reviewPurchase, async (context) => {
    const id = parseId(context.req.param('product'))
    const product = id ? await findProduct(shop.db, { id }) : null
    if (!product) return context.notFound()
    return context.redirect(hrefs.reviewForm(product.slug, context.req.query('key') ?? ''), 302)
  })
  routes.get(paths.productReviews, async (context, next) => {
    const page = parsePathPage(context.req.param('comments'))
    return page === 0 ? context.notFound() : ((await showProduct(context, shop, { page })) ?? next())
  })
  return routes
}

/** Null if the product or the page of its reviews does not exist; the slug may be a former one. */
async function showProduct(context: Context, shop: StorefrontContext, reviews: ReviewRequest) {
  const { generation } = shop.pages
  const query = context.req.query()
  const product = await findProduct(shop.db, { slug: context.req.param('slug') ?? '' })
  if (!product) return null
  const open = await unlockProduct(context, shop, product)
  if (!open) return lockedPage(context, product)
  const page = await makeProductPage(context, shop, open, query, [], reviews)
  if (!page) return null
  const isPlain = Object.keys(query).length === 0 && !product.hasPassword
  return context.render({ ...page, cache: isPlain && page.cache ? { ...page.cache, generation } : undefined })
}

export const rejectedReviewPage =
  (shop: StorefrontContext): RenderRejectedForm =>
  async (context, entry, { notices, status, form }) => {
    const product = entry.kind === 'product' ? await findProduct(shop.db, { slug: entry.slug }) : null
    const open = product && (await unlockProduct(context, shop, product))
    if (!open) return null
    const page = await makeProductPage(context, shop, open, context.req.query(), notices, { form })
    return page ? context.render({ ...page, cache: undefined, status, noIndex: true }) : context.notFound()
  }

type PasswordProblem = Awaited<ReturnType<typeof enterPassword>>

const lockedPage = (context: Context, { name }: Product, problem: PasswordProblem = null) =>
  context.render({
    title: name,
    bodyClass: 'single single-product',
    noIndex: true,
    status: problem?.status ?? 200,
    body: <LockedProduct name={name} problem={problem?.text ?? null} />,
  })

async function takePassword(context: Context, shop: StorefrontContext, next: Next) {
  const { post_password: typed } = await formFields(context)
  const product = typed === undefined ? null : await findProduct(shop.db, { slug: context.req.param('slug') ?? '' })
  if (!product || typed === undefined) return next()
  const problem = await enterPassword(context, shop, product.id, typed)
  return problem ? lockedPage(context, product, problem) : context.redirect(hrefs.product(product.slug), 303)
}

const RETURNS_PAGE = 'shipping-returns'

/** Attributes in the URL (`attribute_pa_size=50-g`) are preselected. Null if the page of reviews does not exist. */
export async function makeProductPage(
  context: Context,
  shop: StorefrontContext,
  product: Product,
  fields: Readonly<Record<string, string>>,
  notices: NoticeList,
  reviewRequest: ReviewRequest,
) {
  const now = shop.now()
  const inTab: ShowText = (entry, place) => shop.showText(entry, { ...place, isInTab: true })
  const { lowStockThreshold: lowStock, weightUnit, siteTitle, reviews: reviewSettings, policies } = shop.settings()
  const [related, reviews, text, reachable] = await Promise.all([
    suggestedCards(shop, product.id, now),
    loadReviews(shop, product, fields, reviewRequest),
    descriptionOf(context, { ...shop, showText: inTab }, product),
    reachableSlugs(shop.db, 'page', [RETURNS_PAGE]),
  ])
  if (!reviews) return null
  const returnsPage = reachable.get(RETURNS_PAGE)
  const crumbs = productCrumbs(product)
  const { variations, groupItems } = product
  const pricedItems = [product, ...variations, ...groupItems, ...groupItems.flatMap((part) => part.variations)]
  const pricing = shop.pricing()
  const { base } = pricing
  const [picture] = product.pictures
  const exchange = shownExchange(context)
  const wallets = offeredWallets(shop.settings(), 'product')
  const sheet = productSheet({ product, variation: null, exchange, now })
  const view = { exchange, product, crumbs, reviews, related, notices, now, lowStock, weightUnit, shopUrl: shop.url }
  return {
    title: product.seoTitle || product.name,
    description: product.seoDescription || shownText(product.excerpt),
    canonical: hrefs.product(product.slug),
    entryId: product.id,
    jsonPath: hrefs.storeApi(`/products/${product.id}`),
    feeds: [{ title: `${product.name} reviews`, href: hrefs.feedOf(hrefs.product(product.slug)) }],
    bodyClass: `single single-product postid-${product.id} product-template-default woocommerce woocommerce-page`,
    // Preloaded, so that a click on the form finds the script that hydrates it.
    preloads: ['product-page'],
    skipLink: { href: '#buy', label: 'Skip to the order form' },
    structuredData: [
      breadcrumbData(crumbs, shop.url),
      productStructuredData(product, reviews.threads, {
        now,
        shopUrl: shop.url,
        shopName: siteTitle,
        pricing,
        returnDays: policies.returnDays,
      }),
    ],
    image: picture && hrefs.upload(picture.path),
    socialMeta: openGraphTags(product, now),
    globals: {
      ...productGlobals(product, reviewSettings.ratingRequired),
      ...stripeParams(shop, 'product'),
      ...payLaterGlobals(shop, {
        page: 'product',
        visitor: anyVisitor,
        amount: { cents: sheet.totalCents, currency: sheet.currency },
        place: { currency: chargedIn(exchange), billingCountry: '', shopCountry: base.country },
      }),
      ...(wallets.length > 0 ? expressGlobals(shop, { billing: {}, shipping: {} }) : {}),
      ...walletGlobals(shop, {
        page: 'product',
        visitor: anyVisitor,
        wallets,
        sheetWith: () => sheet,
        product: productData({ product, variation: null, exchange, now }),
      }),
      wcPayFrontendTracks: productPageEvents(product.id),
      wcpayConfig: woopaymentsConfig(shop, { isCheckout: false, currency: chargedIn(exchange), cartTotalCents: 0 }),
    },
    body: (
      <ProductPage
        {...view}
        product={{ ...product, content: text.html }}
        isBuilt={text.document !== null}
        shippingText={shippingText(pricing, base.country, pricedItems, exchange)}
        policies={policies}
        returnsHref={returnsPage === undefined ? null : hrefs.page(RETURNS_PAGE)}
        wallets={wallets}
        provider={shop.payments}
        offer={offerOf(product, { now, lowStock, weightUnit, shopUrl: shop.url, fields, exchange })}
        payLater={payLaterPriceMessages(shop.settings(), { exchange, shopCountry: base.country }, 'product')}
      />
    ),
    // Marks a page whose wallet scripts load from other origins, once a button nears the screen.
    ...(wallets.length > 0 ? { externalScripts: [] } : {}),
    scripts: text.scripts,
    frames: text.frames,
    ...(text.isFrame ? { isEditingFrame: true, noIndex: true } : {}),
    cache: text.isPersonal
      ? undefined
      : {
          tags: [
            'settings',
            // While there is no such page, any new or renamed one may be it.
            returnsPage === undefined ? 'pages' : `entry:${returnsPage}`,
            ...text.tags,
            ...[...pricedItems, ...related].map(({ id }) => `product:${id}`),
          ],
          expiresAt: earliest(nextPriceChange(pricedItems, now), text.expiresAt),
        },
  } satisfies Omit<Page, 'cache'> & { cache: object | undefined }
}

/** The description as rendered blocks, or as text with its forms. Picture sizes suit the product page. */
async function descriptionOf(context: Context, shop: StorefrontContext, product: Product) {
  const rendered = product.builderDocument || isForEditors(context) ? await textOnPage(context, shop, product) : null
  if (rendered && (rendered.document || rendered.isFrame)) return rendered
  const text = await expandForms(
    shop,
    withScrollableTables(withLazyMedia(product.content)),
    formPlaceOf(context, shop, product.id),
  )
  return { ...text, document: null, frames: videoOriginsIn(text.html), expiresAt: null, isFrame: false }
}

const earliest = (...dates: readonly (Date | null | undefined)[]): Date | undefined =>
  dates.flatMap((date) => date ?? []).toSorted((a, b) => Number(a) - Number(b))[0]

async function suggestedCards(shop: StorefrontContext, productId: number, now: Date): Promise<ProductCardData[]> {
  const [upSells, related] = await Promise.all([
    linkedIds(shop.db, 'up-sell', [productId], RELATED_COUNT),
    relatedIds(shop, productId, 2 * RELATED_COUNT),
  ])
  return (await cardsById(shop.db, fillRow(upSells, related, RELATED_COUNT), now)).cards
}

/** The currency that is charged: the shop's, if prices in the shown one are only approximate. */
const chargedIn = (exchange: Exchange | null): Currency => (exchange?.isCharged ? exchange.currency : shopCurrency)

/** Settings that WooCommerce product scripts read (storefront-scripts.md §1). */
const productGlobals = (product: Product, ratingRequired: 'yes' | 'no') => ({
  wc_single_product_params: {
    i18n_required_rating_text: 'Please select a rating',
    i18n_rating_options: [1, 2, 3, 4, 5].map((stars) => `${stars} of 5 stars`),
    i18n_product_gallery_trigger_text: 'View full-screen image gallery',
    review_rating_required: ratingRequired,
    flexslider: {
      rtl: false,
      animation: 'slide',
      smoothHeight: true,
      directionNav: false,
      controlNav: 'thumbnails',
      slideshow: false,
      animationSpeed: 500,
      animationLoop: false,
      allowOneSlide: false,
    },
    zoom_enabled: '',
    zoom_options: [],
    photoswipe_enabled: '',
    photoswipe_options: {
      shareEl: false,
      closeOnScroll: false,
      history: false,
      hideAnimationDuration: 0,
      showAnimationDuration: 0,
    },
    flexslider_enabled: '',
  },
  ...(product.type === 'variable' && {
    wc_add_to_cart_variation_params: variationParams(
      product.attributes.filter((attribute) => attribute.isForVariations).map((attribute) => attribute.label),
    ),
  }),
})

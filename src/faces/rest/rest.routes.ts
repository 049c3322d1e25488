import type { Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { countUpload } from '../../people/abuse/upload-rate.ts'
import { dataCalls } from '../../people/addresses/rest/data.ts'
import { authenticate } from '../../people/identity/principal.ts'
import { accountSettingsCalls } from '../../people/identity/rest/account-settings.ts'
import { apiKeyCalls } from '../../people/identity/rest/api-keys.ts'
import { applicationPasswordCalls } from '../../people/identity/rest/application-passwords.ts'
import type { AccountSettings } from '../../people/identity/settings.ts'
import { privacyCalls } from '../../people/privacy/rest/privacy.ts'
import { invitationCalls } from '../../people/staff/rest/invitations.ts'
import { peopleCalls } from '../../people/staff/rest/people.ts'
import { userCalls } from '../../people/staff/rest/users.ts'
import { isStaff } from '../../platform/access/permissions.ts'
import { type AroundWrite, type Call, type Principal, serveCalls } from '../../platform/rest/call.ts'
import { callsDocument } from '../../platform/rest/calls-document.ts'
import { argsOf } from '../../platform/rest/input.ts'
import { itemSchema, itemShapeOf } from '../../platform/rest/item-shape.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { isJson } from '../../platform/rest/request.ts'
import { isRestError, type Method, type RestError } from '../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { etagOf } from '../../platform/web/page-cache.ts'
import { paths } from '../../platform/web/routes.ts'
import { lastChangeCall } from '../../shop/catalog/rest/last-change.ts'
import { productExportCall } from '../../shop/catalog/rest/product-export.ts'
import { productImportCalls } from '../../shop/catalog/rest/product-imports.ts'
import { productNamesCall } from '../../shop/catalog/rest/product-names.ts'
import { productCalls } from '../../shop/catalog/rest/products/products.ts'
import { attributeCalls } from '../../shop/catalog/rest/terms/attributes.ts'
import { productTermCalls } from '../../shop/catalog/rest/terms/product-terms.ts'
import { variationCalls } from '../../shop/catalog/rest/variations/variations.ts'
import { stockCalls } from '../../shop/catalog/stock/stock.rest.ts'
import { customerCalls } from '../../shop/customers/rest/customers.ts'
import { deleteUserCall } from '../../shop/customers/rest/delete-user.ts'
import { disputeCalls } from '../../shop/disputes/rest.ts'
import { customerDownloadsCall } from '../../shop/downloads/rest/customer-downloads.ts'
import { productFilesCall } from '../../shop/downloads/rest/product-files.ts'
import { orderNoteCalls } from '../../shop/orders/rest/notes.ts'
import { orderActionCalls } from '../../shop/orders/rest/order-actions.ts'
import { orderFileCalls } from '../../shop/orders/rest/order-files.ts'
import { orderPreviewCall } from '../../shop/orders/rest/order-preview.ts'
import { orderCalls } from '../../shop/orders/rest/orders.ts'
import { shipmentCalls } from '../../shop/orders/rest/shipments.ts'
import { toDoCall } from '../../shop/orders/rest/to-do.ts'
import { orderPaymentCalls } from '../../shop/payments/rest/order-payments.ts'
import { orderWriteCalls } from '../../shop/payments/rest/order-writes.ts'
import { couponCalls } from '../../shop/pricing/rest/coupons.ts'
import { currencyCalls } from '../../shop/pricing/rest/currencies.ts'
import { paymentCalls, providerAccountCalls } from '../../shop/reconciliation/rest.ts'
import { refundListCall } from '../../shop/refunds/list-refunds.ts'
import { refundCalls } from '../../shop/refunds/rest.ts'
import { analyticsCalls } from '../../shop/reports/rest/analytics.ts'
import { reportCalls } from '../../shop/reports/rest/wc-reports.ts'
import { reviewCalls } from '../../shop/reviews/rest/reviews.ts'
import { fraudCalls } from '../../shop/risk/rest/fraud.ts'
import { shippingMethodCalls } from '../../shop/shipping/rest/shipping-methods.ts'
import { shippingTrialCalls } from '../../shop/shipping/rest/trial.ts'
import { zoneMethodCalls } from '../../shop/shipping/rest/zone-methods.ts'
import { zoneCalls, zoneLocationCalls } from '../../shop/shipping/rest/zones.ts'
import { stockAlertTotalsCall } from '../../shop/stock-alerts/rest/stock-alert-totals.ts'
import { taxClassCalls } from '../../shop/taxes/rest/tax-classes.ts'
import { taxSettingsCalls, taxToolCalls } from '../../shop/taxes/rest/tax-tools.ts'
import { taxCalls } from '../../shop/taxes/rest/taxes.ts'
import { deliveryCalls } from '../../shop/webhooks/rest/deliveries.ts'
import { webhookCalls } from '../../shop/webhooks/rest/webhooks.ts'
import { builderDraftCalls } from '../../site/builder/rest/drafts.ts'
import { builderPageCalls } from '../../site/builder/rest/pages.ts'
import { builderTemplateCalls } from '../../site/builder/rest/templates.ts'
import { commentCalls } from '../../site/comments/rest/comments.ts'
import { wpCommentCalls } from '../../site/comments/rest/wp-comments.ts'
import { pageCalls, postCalls, projectCalls } from '../../site/content/rest/entries.ts'
import { featureCalls } from '../../site/content/rest/features.ts'
import { postCategoryCalls, postTagCalls, projectCategoryCalls } from '../../site/content/rest/post-terms.ts'
import { contactFormCalls } from '../../site/forms/rest/contact-forms.ts'
import { formCalls } from '../../site/forms/rest/forms.ts'
import { submissionCalls } from '../../site/forms/rest/submissions.ts'
import { menuCalls } from '../../site/menus/rest/menus.ts'
import { wpMenuItemCalls } from '../../site/menus/rest/wp-menu-items.ts'
import { wpMenuCalls } from '../../site/menus/rest/wp-menus.ts'
import { adminLogCall } from '../../things/admin-log/rest/admin-log.ts'
import { mediaCalls } from '../../things/media/rest/media.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { emailCalls } from '../admin/emails/emails.rest.ts'
import { paymentSettingsCalls } from '../admin/payments/payment-settings.rest.ts'
import { onboardingCalls } from '../onboarding/onboarding.rest.ts'
import { optionCalls } from '../options/options.rest.ts'
import { gatewayCalls } from '../options/payment-gateways.ts'
import { appearanceCalls } from '../storefront/appearance/appearance.rest.ts'
import { shopSettingsCalls } from '../storefront/settings/settings.rest.ts'
import { themeCalls } from '../storefront/theme/theme.rest.ts'
import { systemStatusCalls } from '../system-status/rest/system-status.ts'
import { systemFactsCall } from '../system-status/system-facts.rest.ts'
import { recordWrites } from './record-writes.ts'
import { contentTypeCalls } from './wp/content-types.ts'
import { searchCall } from './wp/search.ts'
import { wpSettingsCalls } from './wp/wp-settings.ts'

const declared = [
  ...orderCalls,
  ...orderFileCalls,
  orderPreviewCall,
  ...shipmentCalls,
  ...analyticsCalls,
  ...reportCalls,
  toDoCall,
  ...orderWriteCalls,
  ...orderPaymentCalls,
  ...orderNoteCalls,
  ...orderActionCalls,
  ...refundCalls,
  refundListCall,
  ...disputeCalls,
  ...paymentCalls,
  ...providerAccountCalls,
  ...couponCalls,
  ...webhookCalls,
  ...deliveryCalls,
  ...customerCalls,
  ...productTermCalls,
  ...attributeCalls,
  ...variationCalls,
  ...productCalls,
  ...dataCalls,
  ...systemStatusCalls,
  ...gatewayCalls,
  ...optionCalls,
  customerDownloadsCall,
  productFilesCall,
  productNamesCall,
  lastChangeCall,
  ...stockCalls,
  ...productImportCalls,
  productExportCall,
  stockAlertTotalsCall,
  ...reviewCalls,
  ...postCalls,
  ...pageCalls,
  ...postCategoryCalls,
  ...postTagCalls,
  ...projectCalls,
  ...projectCategoryCalls,
  ...mediaCalls,
  ...commentCalls,
  ...wpCommentCalls,
  ...contentTypeCalls,
  searchCall,
  ...wpSettingsCalls,
  ...wpMenuCalls,
  ...wpMenuItemCalls,
  ...submissionCalls,
  ...featureCalls,
  ...menuCalls,
  ...formCalls,
  ...contactFormCalls,
  ...shopSettingsCalls,
  ...appearanceCalls,
  ...themeCalls,
  ...paymentSettingsCalls,
  ...currencyCalls,
  ...zoneCalls,
  ...zoneLocationCalls,
  ...zoneMethodCalls,
  ...shippingMethodCalls,
  ...shippingTrialCalls,
  ...taxClassCalls,
  ...taxCalls,
  ...taxSettingsCalls,
  ...taxToolCalls,
  ...fraudCalls,
  ...accountSettingsCalls,
  ...emailCalls,
  ...apiKeyCalls,
  ...privacyCalls,
  ...applicationPasswordCalls,
  ...userCalls,
  deleteUserCall,
  ...peopleCalls,
  ...invitationCalls,
  adminLogCall,
  ...builderPageCalls,
  ...builderDraftCalls,
  ...builderTemplateCalls,
  ...onboardingCalls,
  systemFactsCall,
]

type Needs<C> = [C] extends [Call<infer S>] ? S : never
type RestContext = Needs<(typeof declared)[number]> & WithSettings<AccountSettings>

/** Every call of `wc/v3`, `wp/v2` and our own namespace; also read by index, OpenAPI document and the test of roles. */
export const restCalls: readonly Call<RestContext>[] = declared

export function restArgs(method: Method, path: string): Readonly<Record<string, JsonSchema>> {
  const call = restCalls.find((one) => one.path === path && one.methods.includes(method))
  return call ? argsOf(call) : {}
}

export function restItemSchema(path: string, namespace: string): JsonSchema | null {
  const [shape] = restCalls.flatMap((call) => (call.path === path ? (itemShapeOf(call.response) ?? []) : []))
  return shape ? itemSchema(shape, namespace) : null
}

/** Answers a staff write only when this process has seen the change, so that the next page shows it. */
const seeWrites =
  <S extends Pick<Platform, 'changesSeen'>>(around: AroundWrite<S>): AroundWrite<S> =>
  async (shop, write, run) => {
    const result = await around(shop, write, run)
    if (isStaff(write.request.principal.user) && !isRestError(result)) await shop.changesSeen()
    return result
  }

export function restRoutes(
  shop: WithSettings<SiteSettings> & RestContext & Pick<Platform, 'changesSeen' | 'log'>,
): Hono {
  const routes = serveCalls(shop, restCalls, authenticateLimited, seeWrites(recordWrites(restCalls)))
  const write = async (title: string) => {
    const text = JSON.stringify(await callsDocument(restCalls, { title, url: shop.url }))
    return { text, etag: etagOf(text) }
  }
  /** The cached document, generated again after the shop's name has changed. */
  let cached: { readonly title: string; readonly document: ReturnType<typeof write> } | undefined
  routes.get('/wp-json/samovar/v1/openapi.json', async (context) => {
    const title = `REST API of ${shop.settings().siteTitle}`
    if (cached?.title !== title) cached = { title, document: write(title) }
    const { text, etag } = await cached.document
    const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-cache', etag }
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
    return context.body(text, 200, headers)
  })
  return routes
}

const callRouter = new TrieRouter<(typeof restCalls)[number]>()
for (const call of restCalls) for (const method of call.methods) callRouter.add(method, call.path, call)

const callOf = ({ method, path }: Context['req']) => callRouter.match(method, path)[0][0]?.[0]

const takesUploads = (call: ReturnType<typeof callOf>): boolean =>
  call !== undefined && (call.acceptsFile || call.acceptsLargeFile)

/** Whether the body is JSON or a file, which have their own limits after authentication. Forms may contain credentials. */
export function readsBodyLater({ req }: Context): boolean {
  if (!req.path.startsWith(paths.restIndex)) return false
  const type = req.header('content-type') ?? ''
  // `?wc-ajax=` calls are answered at any path.
  const call = req.query('wc-ajax') === undefined ? callOf(req) : undefined
  if (isJson(type)) return call !== undefined
  return takesUploads(call) && !/^application\/x-www-form-urlencoded/i.test(type)
}

/** Authenticates the caller. Uploads are counted first, before any of their bytes are read. */
export async function authenticateLimited(
  context: Context,
  shop: Parameters<typeof authenticate>[1],
): Promise<Principal | RestError | null> {
  if (!takesUploads(callOf(context.req))) return authenticate(context, shop)
  const result = await countUpload(context, shop)
  if (result.ok) return authenticate(context, shop)
  context.header('retry-after', String(result.retryAfterSeconds))
  const message = 'Too many uploads. Please try again in a few minutes.'
  return { status: 429, code: 'samovar_rest_too_many_uploads', message }
}

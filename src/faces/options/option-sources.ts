import { accountSettingsCalls } from '../../people/identity/rest/account-settings.ts'
import { can } from '../../platform/access/permissions.ts'
import { type Call, forbiddenErrors, type Principal, type RestResult } from '../../platform/rest/call.ts'
import { isRecord } from '../../platform/rest/request.ts'
import { isRestError, type RestError } from '../../platform/rest/response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type CheckoutSettings, checkoutSettings } from '../../shop/checkout/settings.ts'
import { type PricingSettings, pricingSettings } from '../../shop/pricing/settings.ts'
import type { WithMessages } from '../../things/messages/open-messages.ts'
import { defaultsOf } from '../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../things/settings/settings.store.ts'
import { type EmailTypeJson, emailCalls } from '../admin/emails/emails.rest.ts'
import { paymentSettingsCalls } from '../admin/payments/payment-settings.rest.ts'
import { appearanceCalls } from '../storefront/appearance/appearance.rest.ts'
import { shopSettingsCalls } from '../storefront/settings/settings.rest.ts'
import { invalidValue, type OptionValue } from './option.ts'

/* Values of options. They use the shop's own settings calls, so that the same checks and permissions apply. */

export type OptionShop = Pick<Platform, 'db' | 'jobs' | 'now' | 'url'> & WithMessages

const resources = {
  shop: shopSettingsCalls,
  payments: paymentSettingsCalls,
  accounts: accountSettingsCalls,
  appearance: appearanceCalls,
}
type Resource = keyof typeof resources

/** Settings that are not in the REST API. */
const codeSettings = { checkout: checkoutSettings.checkout, taxes: pricingSettings.taxes }
type CodeSettings = Pick<CheckoutSettings, 'checkout'> & Pick<PricingSettings, 'taxes'>
const codeDefaults: CodeSettings = defaultsOf(codeSettings)

/** Everything that options are derived from. */
export type Values = CodeSettings & Readonly<Record<Resource, Json>> & { readonly mails: readonly EmailTypeJson[] }
type Json = Readonly<Record<string, unknown>>

type Write =
  | { readonly to: Resource; readonly sent: Json }
  | { readonly toMail: string; readonly sent: Json }
  | { readonly store: (before: CodeSettings) => Partial<CodeSettings> }

export type Source = {
  readonly read: (values: Values) => unknown
  /** The change to write for a value, or why the value is refused. */
  readonly write: (value: OptionValue, values: Values) => Write | string
}

/** An option with a constant value, because the shop always behaves this way. */
export const fixed = (value: OptionValue): Source => derived(() => value)
/** A read-only option that is derived from other values. */
export const derived = (read: Source['read']): Source => ({
  read,
  write: () => 'This shop has no choice here: what you read is what it does.',
})
export const settingOf = (to: Resource, name: string): Source => ({
  read: (values) => values[to][name],
  write: (value, values) => ({ to, sent: { [name]: likeStored(value, values[to][name]) } }),
})
/** An option backed by a setting that is not in the REST API. */
export const codeSetting = (
  read: (values: CodeSettings) => OptionValue,
  store: (value: OptionValue, before: CodeSettings) => Partial<CodeSettings>,
  refusal: (value: OptionValue) => string | null = () => null,
): Source => ({ read, write: (value) => refusal(value) ?? { store: (before) => store(value, before) } })
export const mailSetting = (type: string, name: 'enabled' | 'recipients' | 'subject'): Source => ({
  read({ mails }) {
    const value = mails.find(({ id }) => id === type)?.[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
  write: (value) => ({ toMail: type, sent: { [name]: mailValue(name, String(value)) } }),
})

function mailValue(name: string, text: string): unknown {
  if (name === 'enabled') return text === 'yes'
  const addresses = text.split(',').map((one) => one.trim())
  return name === 'recipients' ? addresses.filter((one) => one !== '') : text
}

function likeStored(value: OptionValue, stored: unknown): unknown {
  if (typeof stored === 'boolean') return value === 'yes'
  return typeof stored === 'number' ? Number(value) : value
}

const mailList = emailCalls.find(({ path, methods }) => path.endsWith('/mail-kinds') && methods.includes('GET'))
const mailChange = emailCalls.find(({ methods }) => methods.includes('PUT'))

type Caller = { readonly principal: Principal }

const run = (call: Call<OptionShop> | undefined, shop: OptionShop, { principal }: Caller, fields: Json, path = {}) =>
  call?.run(shop, { path, query: new URLSearchParams(), fields, file: null, principal })

const jsonOf = (result: RestResult | undefined): unknown => (result && 'json' in result ? result.json : {})

export async function readValues(shop: OptionShop, caller: Caller): Promise<Values> {
  const entries = Object.entries(resources).map(
    async ([name, [read]]) => [name, jsonOf(await run(read, shop, caller, {}))] as const,
  )
  const settings = Object.fromEntries(await Promise.all(entries)) as Record<Resource, Json>
  const mails = jsonOf(await run(mailList, shop, caller, {})) as EmailTypeJson[]
  return { ...(await loadStored(shop.db, codeDefaults)), ...settings, mails }
}

/** Writes a value with the caller's permissions. The error says why a write is refused. */
export async function writeOption(
  shop: OptionShop,
  caller: Caller,
  source: Source,
  value: OptionValue,
): Promise<RestError | null> {
  const write = source.write(value, await readValues(shop, caller))
  if (typeof write === 'string') return invalidValue(write)
  if ('store' in write) {
    await updateSettings(shop.db, codeDefaults, write.store)
    return null
  }
  const call = 'to' in write ? resources[write.to][1] : mailChange
  if (!call || !can(caller.principal.user, call.capability)) return { status: 403, ...forbiddenErrors.edit }
  const result = await run(call, shop, caller, write.sent, 'toMail' in write ? { kind: write.toMail } : {})
  if (!result || !isRestError(result)) return null
  if (result.status !== 400) return result
  const params = isRecord(result.data?.params) ? Object.values(result.data.params) : []
  return invalidValue(typeof params[0] === 'string' ? params[0] : result.message)
}

import type { ComponentType } from 'react'
import { z } from 'zod'
import type { CardChoice } from './cards/saved-card.ts'
import { methodLimits } from './method-screen.ts'
import type { PayLaterTerms } from './pay-later/pay-later.ts'
import type { PayLaterSection } from './pay-later/pay-later-options.ts'
import type { CardDetails, PaymentError, RedirectMethodType } from './payment-intent.ts'

export type PaymentPlace = {
  readonly currency: string
  /** The billing address's country; '' while it is not known. */
  readonly billingCountry: string
  readonly shopCountry: string
}

/** The facts about a payment that decide which methods are available. Amounts are in the shop's currency. */
export type Payable = PaymentPlace & {
  /** The shipping rate, such as `local_pickup:3`; null: nothing is shipped. */
  readonly rateId: string | null
  readonly totalCents: number
}

export type MethodSettings = Readonly<z.infer<typeof methodSchema>>
/** Settings of an offline payment method: the shop gives instructions, and staff confirm the payment. */
export type OfflineSettings = Readonly<z.infer<typeof offlineSchema>>

/** The submitted payment fields: of the form, or `payment_data` of the Store API. */
export type PaymentData = Readonly<Record<string, string | undefined>>

/** '' for an invalid id: a request with it could fail unsent, which would look like an unreachable provider. */
export const methodIdIn = (text = ''): string => (/^\w{1,200}$/.test(text) ? text : '')

export type PaymentRows = readonly (readonly [label: string, value: string])[]

export type OfflinePayment = {
  /** Status of a placed order. `on-hold`: waits for the payment; `processing`: paid on delivery. */
  readonly acceptedAs: 'on-hold' | 'processing'
}

/** A payment method of the provider: its order stays pending until the provider has accepted a payment. */
export type ProviderPayment = {
  /** The provider's id of the payment method, or the key of a saved one; '' if the data has none. */
  paymentMethodId(data: PaymentData): string
  /** Whether a saved card was chosen, and whether the shopper wants a new one saved. */
  isSaved?(data: PaymentData): boolean
  savesMethod?(data: PaymentData): boolean
  /** The type whose page at the provider the shopper is redirected to; omitted: paid without leaving the shop. */
  readonly redirect?: RedirectMethodType
  readonly missing: string
  readonly notes: { paid(card: CardDetails | null): string; declined(error: PaymentError): string }
}

export type CheckoutPartProps = {
  /** Omitted where nothing is paid, such as when a card is saved. */
  readonly payable?: Payable
  readonly choice: CardChoice
  readonly now: Date
  /** What the card is for; default: `pay`. */
  readonly purpose?: 'pay' | 'save'
}

export type PaymentMethod<
  Id extends string = string,
  Settings extends MethodSettings = MethodSettings,
  Json extends object = Settings,
> = {
  readonly id: Id
  readonly defaults: Settings
  readonly json: {
    readonly schema: z.ZodType<Json>
    of(settings: NoInfer<Settings>): NoInfer<Json>
    parse(json: NoInfer<Json>): NoInfer<Settings>
  }
  readonly offline?: OfflinePayment
  readonly provider?: ProviderPayment
  isCapturedLater?(settings: NoInfer<Settings>): boolean
  /** Whether Stripe's Link remembers the card: the shop then does not offer to save it. */
  hasLink?(settings: NoInfer<Settings>): boolean
  isOffered?(settings: NoInfer<Settings>, payable: Payable): boolean
  payLaterTerms?(settings: NoInfer<Settings>, place: PaymentPlace): PayLaterTerms | null
  messageSections?(settings: NoInfer<Settings>): readonly PayLaterSection[]
  /** Settings of its messages, as scripts of the Stripe plugin read them (its sheet, "Keys of a gateway config"). */
  messageParams?(settings: NoInfer<Settings>, place: PaymentPlace): Readonly<Record<string, unknown>>
  /** Global variable of the method's own script on pages that take payments; `params` come after the common ones. */
  readonly script?: { readonly name: string; readonly params: Readonly<Record<string, unknown>> }
  /** 'by bank transfer': part of the sentence that lists the ways to pay. */
  clause(settings: NoInfer<Settings>): string
  readonly CheckoutPart?: ComponentType<CheckoutPartProps>
  instructions?(settings: NoInfer<Settings>): readonly string[]
  accounts?(settings: NoInfer<Settings>): readonly PaymentRows[]
}

export const textField = (maxLength: number) => z.string().trim().max(maxLength)

export const methodSchema = z.strictObject({
  enabled: z.boolean(),
  title: textField(methodLimits.title).min(1, 'Please give it a name.'),
  description: textField(methodLimits.description),
})

/** The instructions are on the order-received page and in the email, one paragraph per line. */
export const offlineSchema = methodSchema.extend({ instructions: textField(methodLimits.instructions) })

export const sameJson = <Json extends MethodSettings>(schema: z.ZodType<Json>) => ({
  schema,
  of: (settings: Json): Json => settings,
  parse: (json: Json): Json => json,
})

export const paragraphs = ({ instructions }: OfflineSettings): readonly string[] =>
  instructions
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const definePaymentMethod = <
  const Id extends string,
  Settings extends MethodSettings,
  Json extends object = Settings,
>(
  method: PaymentMethod<Id, Settings, Json> &
    ({ readonly offline: OfflinePayment } | { readonly provider: ProviderPayment }),
): PaymentMethod<Id, Settings, Json> => method

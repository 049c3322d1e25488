import { z } from 'zod'
import { UnsavedFields } from '../gateway-fields.tsx'
import type { RedirectMethodType } from '../payment-intent.ts'
import {
  definePaymentMethod,
  type MethodSettings,
  methodSchema,
  type Payable,
  type PaymentMethod,
  type PaymentPlace,
} from '../payment-method.ts'
import styles from './pay-later.module.css'
import { isEligible, type LimitsByCurrency, limitsIn, planText } from './pay-later.ts'
import { maxLimitCents, type PayLaterSection, payLaterSections } from './pay-later-options.ts'

export type PayLaterSettings = MethodSettings & {
  readonly limits: LimitsByCurrency
  /** Whether to hide the message when an amount is outside the limits. */
  readonly hideIneligible: 'yes' | 'no'
  readonly sections: readonly PayLaterSection[]
}

/** Messages on the cards of listings are off by default. */
const defaultSections: readonly PayLaterSection[] = ['product', 'cart']

const cents = z.int().min(0).max(maxLimitCents)
const limitSchema = z
  .strictObject({ min_cents: cents, max_cents: cents.describe('Maximum order amount in cents. 0 for no maximum.') })
  .refine((limit) => limit.max_cents === 0 || limit.max_cents >= limit.min_cents, {
    path: ['max_cents'],
    message: 'The maximum must not be less than the minimum.',
  })

type PayLaterJson = z.infer<typeof methodSchema> & {
  hide_ineligible: 'yes' | 'no'
  sections: readonly PayLaterSection[]
  limits: Record<string, z.infer<typeof limitSchema>>
}

type PayLater<Id extends string> = {
  readonly id: Id
  readonly type: RedirectMethodType
  readonly name: string
  readonly description: string
  readonly clause: string
  /** The number of equal payments, unless the provider sets out the plan. */
  readonly instalments?: number
  /** By currency, in whole units such as dollars; null: no maximum. */
  readonly limits: Readonly<Record<string, readonly [min: number, max: number | null]>>
  messageParams(settings: PayLaterSettings, place: PaymentPlace): Readonly<Record<string, unknown>>
  /** Whether the countries of payer and shop allow it. `billingCountry` is '' while unknown. */
  isServed(place: PaymentPlace): boolean
}

const mapLimits = <From, To>(
  limits: Readonly<Record<string, From>>,
  convert: (limit: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(limits).map(([currency, limit]) => [currency, convert(limit)]))

/** A lender that pays the shop now and is repaid by the shopper. Paying redirects to the lender's page and back. */
export function definePayLater<const Id extends string>(
  payLater: PayLater<Id>,
): PaymentMethod<Id, PayLaterSettings, PayLaterJson> {
  const { id, type, name, instalments = null } = payLater
  const limits = mapLimits(payLater.limits, ([min, max]) => ({
    minCents: min * 100,
    maxCents: max === null ? null : max * 100,
  }))
  const schema: z.ZodType<PayLaterJson> = methodSchema.extend({
    hide_ineligible: z.enum(['yes', 'no']),
    sections: z
      .array(z.enum(payLaterSections))
      .max(payLaterSections.length)
      .default([...defaultSections])
      .describe('Pages that display the pay-later message next to prices.'),
    limits: z.strictObject(Object.fromEntries(Object.keys(limits).map((currency) => [currency, limitSchema]))),
  })
  return definePaymentMethod<Id, PayLaterSettings, PayLaterJson>({
    id,
    defaults: {
      enabled: false,
      title: name,
      description: payLater.description,
      limits,
      hideIneligible: 'no',
      sections: defaultSections,
    },
    json: {
      schema,
      of: ({ limits: stored, hideIneligible, ...settings }) => ({
        ...settings,
        hide_ineligible: hideIneligible,
        limits: mapLimits(stored, ({ minCents, maxCents }) => ({ min_cents: minCents, max_cents: maxCents ?? 0 })),
      }),
      parse: ({ limits: posted, hide_ineligible: hideIneligible, ...settings }) => ({
        ...settings,
        hideIneligible,
        limits: mapLimits(posted, ({ min_cents: minCents, max_cents: max }) => ({
          minCents,
          maxCents: max === 0 ? null : max,
        })),
      }),
    },
    provider: {
      paymentMethodId: () => type,
      redirect: type,
      missing: '',
      notes: {
        paid: () => `Paid through ${name}.`,
        declined: ({ code }) => `${name} has declined the payment (${code}).`,
      },
    },
    isOffered: ({ limits: current }, payable) =>
      isEligible(payable.totalCents, limitsIn(current, payable.currency)) && payLater.isServed(payable),
    payLaterTerms: ({ limits: current, hideIneligible }, place) => {
      if (!payLater.isServed(place)) return null
      const { currency } = place
      const hidesIneligible = hideIneligible === 'yes'
      return { name, instalments, currency, hidesIneligible, limits: limitsIn(current, currency) }
    },
    messageSections: ({ sections }) => sections,
    messageParams: (settings, place) => payLater.messageParams(settings, place),
    clause: () => payLater.clause,
    CheckoutPart: ({ payable }) =>
      payable && <PayLaterNotice id={id} name={name} instalments={instalments} payable={payable} />,
  })
}

/** Whether the payer is in one of these countries; true while the country is unknown. */
export const isBilledIn = ({ billingCountry }: PaymentPlace, countries: readonly string[]): boolean =>
  billingCountry === '' || countries.includes(billingCountry)

type NoticeProps = {
  readonly id: string
  readonly name: string
  readonly instalments: number | null
  readonly payable: Payable
}

/** For methods that redirect to their own page after the order is placed (stripe-plugin sheet, "Containers"). */
const PayLaterNotice = ({ id, name, instalments, payable }: NoticeProps) => (
  <div className={`wc-${id}-container wc-stripe-gateway-container`}>
    <div id={`wc_stripe_local_payment_${id}`} className={styles.notice} data-active="true">
      {instalments !== null && (
        <p className={styles.plan}>{planText(instalments, payable.totalCents, payable.currency)}.</p>
      )}
      <p className={`wc-stripe-offsite-notice ${styles.next}`}>
        Next you go to {name} to agree to the payments, and come back here. Nothing is charged before you agree.
      </p>
    </div>
    <UnsavedFields id={id} />
  </div>
)

import { z } from 'zod'
import { cardName } from '../cards/saved-card.ts'
import {
  definePaymentMethod,
  type MethodSettings,
  methodIdIn,
  methodSchema,
  type PaymentMethod,
  sameJson,
} from '../payment-method.ts'
import { WalletFields } from './wallet-fields.tsx'
import {
  type ButtonColor,
  type ButtonStyle,
  buttonColors,
  buttonStyles,
  maxButtonRadius,
  type WalletSection,
  walletSections,
} from './wallet-options.ts'

export type WalletSettings = MethodSettings & {
  /** False: payments are only authorized, and the owner captures each within seven days. */
  readonly capture: boolean
  /** Pages with its own button. */
  readonly sections: readonly WalletSection[]
  readonly button: { readonly color: ButtonColor; readonly style: ButtonStyle; readonly radius: number }
}

export const walletSchema = methodSchema.extend({
  capture: z.boolean(),
  sections: z
    .array(z.enum(walletSections))
    .max(walletSections.length)
    .describe('Pages with its own button; payment lists have it anyway.'),
  button: z.strictObject({
    color: z.enum(buttonColors),
    style: z.enum(buttonStyles),
    radius: z.int().min(0).max(maxButtonRadius).describe('Of its corners, in pixels.'),
  }),
})

export const walletDefaults = {
  enabled: true,
  capture: true,
  sections: walletSections,
  button: { color: 'black', style: 'buy', radius: 4 },
} as const satisfies Partial<WalletSettings>

type Wallet<Id extends string, Settings extends WalletSettings> = {
  readonly id: Id
  /** 'Google Pay': in messages and notes. */
  readonly name: string
  /** 'with Google Pay': completes the text that says how one can pay. */
  readonly clause?: string
  readonly defaults: Settings
  readonly schema: z.ZodType<Settings>
  params: NonNullable<PaymentMethod<Id, Settings>['wallet']>['params']
}

/** A wallet with cards: its sheet gives the browser a token of one, which is charged like any other card. */
export function defineWallet<const Id extends string, Settings extends WalletSettings>({
  id,
  name,
  clause = `with ${name}`,
  defaults,
  schema,
  params,
}: Wallet<Id, Settings>): PaymentMethod<Id, Settings> {
  return definePaymentMethod<Id, Settings>({
    id,
    defaults,
    json: sameJson<Settings>(schema),
    provider: {
      paymentMethodId: (data) => methodIdIn(data[`${id}_token_key`]),
      missing: `Please confirm the payment with its own button: ${name}. This needs JavaScript to be turned on.`,
      notes: {
        paid: (card) => `Paid by ${name}${card ? ` (${cardName(card)})` : ''}.`,
        // The issuer's decline code is more specific than the error code.
        declined: ({ code, declineCode }) => `${name}: the card was declined (${declineCode ?? code}).`,
      },
    },
    wallet: { name, sections: ({ sections }) => sections, params },
    isCapturedLater: ({ capture }) => !capture,
    clause: () => clause,
    CheckoutPart: () => <WalletFields id={id} />,
  })
}

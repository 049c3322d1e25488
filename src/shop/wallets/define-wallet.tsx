import { z } from 'zod'
import { cardName } from '../gateways/cards/saved-card.ts'
import { UnsavedFields } from '../gateways/gateway-fields.tsx'
import {
  definePaymentMethod,
  methodIdIn,
  methodSchema,
  type PaymentMethod,
  sameJson,
} from '../gateways/payment-method.ts'
import type { SheetForm } from './sheet.ts'
import { buttonColors, buttonStyles, maxButtonRadius, walletSections } from './wallet-options.ts'

export const walletSchema = methodSchema.extend({
  // False: payments are only authorized, and the owner captures each within seven days.
  capture: z.boolean(),
  sections: z
    .array(z.enum(walletSections))
    .max(walletSections.length)
    .describe('Pages that show the button of the wallet. Lists of payment methods always include the wallet.'),
  button: z.strictObject({
    color: z.enum(buttonColors),
    style: z.enum(buttonStyles),
    radius: z.int().min(0).max(maxButtonRadius).describe('Radius of the corners, in pixels.'),
  }),
})

export type WalletSettings = Readonly<z.infer<typeof walletSchema>>

export const walletDefaults = (title: string) =>
  ({
    enabled: true,
    capture: true,
    sections: [...walletSections],
    button: { color: 'black', style: 'buy', radius: 4 },
    title,
  }) satisfies Partial<WalletSettings>

type WalletShop = { readonly isLive: boolean; readonly shopName: string; readonly shopCountry: string }

/** Additional sources for the Content-Security-Policy. */
export type WalletOrigins = Readonly<Record<'script' | 'frame' | 'connect' | 'image' | 'style', readonly string[]>>

export type Wallet<Settings extends WalletSettings = WalletSettings> = {
  readonly name: string
  /** Its own page settings, besides those of every gateway (stripe-plugin sheet, "Keys of a gateway config"). */
  params(settings: Settings, shop: WalletShop): Readonly<Record<string, unknown>>
  readonly form?: SheetForm
  /** The call with which its sheet requests delivery prices, and the name of that call in the page settings. */
  readonly deliveryCall?: { readonly name: string; readonly route: string }
  /** Class of its button container on product pages, if it differs from the id. */
  readonly productClass?: string
  /** Global name of its settings, if it is the same on every page. */
  readonly paramsName?: string
  /** Sources of its script besides the provider's; null if a test script replaces the provider. */
  origins?(providerScriptUrl: string): WalletOrigins | null
  /** A file that the shop serves for the wallet; '' responds with 404. */
  readonly file?: { readonly path: string; text(settings: Settings): string }
}

type WalletMethod<Id extends string, Settings extends WalletSettings> = PaymentMethod<Id, Settings> & {
  readonly wallet: Wallet<Settings>
}

type Definition<Id extends string, Settings extends WalletSettings> = Wallet<Settings> & {
  readonly id: Id
  /** Completes the sentence about ways to pay; default: 'with' and the name. */
  readonly clause?: string
  readonly defaults: Settings
  readonly schema: z.ZodType<Settings>
}

export function defineWallet<const Id extends string, Settings extends WalletSettings>({
  id,
  clause,
  defaults,
  schema,
  ...wallet
}: Definition<Id, Settings>): WalletMethod<Id, Settings> {
  const { name } = wallet
  const method = definePaymentMethod<Id, Settings>({
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
    isCapturedLater: ({ capture }) => !capture,
    clause: () => clause ?? `with ${name}`,
    // The page's script fills the fields with what the sheet returns (stripe-plugin sheet, "Hidden inputs and choices").
    CheckoutPart: () => (
      <div className={`wc-${id}-container wc-stripe-gateway-container`}>
        <div className={`wc-${id}-new-method-container`} />
        <UnsavedFields id={id} />
      </div>
    ),
  })
  return { ...method, wallet }
}

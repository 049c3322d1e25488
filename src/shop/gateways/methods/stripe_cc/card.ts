import { z } from 'zod'
import { postcodePatterns } from '../../../../people/addresses/address-rules.ts'
import { cardImages } from '../../cards/card-images.tsx'
import { definePaymentMethod, methodIdIn, methodSchema, type PaymentData, sameJson } from '../../payment-method.ts'
import { BLOCK_SAVE_FIELD, BLOCK_TOKEN_FIELD, SAVE_FIELD, SAVED_FIELD, TOKEN_FIELD, TYPE_FIELD } from './card-fields.ts'
import { CardForm } from './card-form.tsx'

const schema = methodSchema.extend({
  // False: cards are only authorized, and the owner captures each payment within seven days.
  capture: z.boolean().default(true),
  // Stripe's Link remembers cards across shops; this shop then does not offer to save them.
  link: z.boolean().default(false),
})
export type CardJson = z.infer<typeof schema>

function savedKey(data: PaymentData): string | null {
  if (data[TYPE_FIELD] === 'saved') return data[SAVED_FIELD] ?? ''
  const token = data[BLOCK_TOKEN_FIELD] ?? ''
  return token === '' || token === 'new' ? null : token
}

const isYes = (value: string | undefined): boolean => value === 'yes' || value === 'true' || value === '1'

/** Cards, through the provider: its field turns the card into a token, and card numbers never reach this server. */
export const card = definePaymentMethod({
  id: 'stripe_cc',
  defaults: {
    enabled: true,
    title: 'Card',
    description: 'Visa, Mastercard, American Express, Discover, JCB, Interac.',
    capture: true,
    link: false,
  } as CardJson,
  json: sameJson<CardJson>(schema),
  provider: {
    paymentMethodId: (data) => methodIdIn(savedKey(data) ?? data[TOKEN_FIELD]),
    isSaved: (data) => savedKey(data) !== null,
    savesMethod: (data) => isYes(data[SAVE_FIELD]) || isYes(data[BLOCK_SAVE_FIELD]),
    missing: 'Please enter your card details. Paying by card needs JavaScript to be turned on.',
    notes: {
      paid: (paidCard) => `Paid by card${paidCard ? ` (${paidCard.brand} ending in ${paidCard.last4})` : ''}.`,
      // The issuer's decline code is more specific than the error code.
      declined: ({ code, declineCode }) => `The card was declined (${declineCode ?? code}).`,
    },
  },
  isCapturedLater: ({ capture }) => !capture,
  hasLink: ({ link }) => link,
  clause: () => 'by card',
  CheckoutPart: CardForm,
  script: {
    name: 'wc_stripe_credit_card_params',
    params: {
      cardOptions: {},
      customFieldOptions: {},
      cardFormType: 'inline',
      custom_form: false,
      custom_form_name: '',
      html: { card_brand: '' },
      cards: cardImages,
      postal_regex: postcodePatterns,
      notice_location: 'acf',
      notice_selector: 'div.payment_method_stripe_cc',
      installments: { loading: '' },
    },
  },
})

import { createHash } from 'node:crypto'
import { ApiError, cardError } from './api-error.ts'
import type { Card } from './api-objects.ts'
import type { Call } from './call.ts'
import { enumValue, type FormFields, integer, rejectUnknown, requiredText, text } from './form.ts'
import {
  type CardBehaviour,
  type CardEntry,
  checkCard,
  type InWallet,
  issuerCountry,
  testCardNumber,
  walletCard,
} from './test-cards.ts'

/** A card as the API shows it, without its number, and its behaviour. */
export type CardDetails = { card: Card; behaviour: CardBehaviour }

/** The fields that a shop's page sends for a card. */
const typedFields = ['number', 'exp_month', 'exp_year', 'cvc']
/** Additional fields from a wallet's sheet: the wallet's name, and a cryptogram if the number is the device's. */
const walletFields = ['tokenization_method', 'cryptogram']
/** Fields for the card's owner, which only tokens have. */
const ownerFields = ['name', ...['line1', 'line2', 'city', 'state', 'zip', 'country'].map((part) => `address_${part}`)]

/** The provider's names of the wallets: as token parameter, and in a card. */
const wallets = { apple_pay: 'apple_pay', android_pay: 'google_pay' } as const

/**
 * A card as typed. Card numbers are accepted only from browsers. Throws the provider's error if the card cannot be
 * used.
 */
export function typedCard(call: Call, fields: FormFields): CardDetails {
  rejectUnknown(fields, typedFields)
  return asTyped(call, fields)
}

function asTyped(call: Call, fields: FormFields): CardDetails {
  const entry = entryOf(call, fields)
  const details = describe(call, entry, null)
  if (details.card.brand === 'interac') {
    const error = cardError('card_declined', 'Your card is not supported. Interac works in wallets only.', 'number')
    error.body.decline_code = 'card_not_supported'
    throw error
  }
  return details
}

/** A card from a wallet's sheet, or a card that was typed to create a token. */
export function walletOrTypedCard(call: Call, fields: FormFields): CardDetails {
  rejectUnknown(fields, [...typedFields, ...walletFields, ...ownerFields])
  const method = enumValue(fields, 'tokenization_method', ['apple_pay', 'android_pay'])
  if (method === null) return asTyped(call, fields)
  const type = wallets[method]
  return describe(call, entryOf(call, fields), { type, isDeviceNumber: text(fields, 'cryptogram') !== null })
}

/** A predefined card, also in a wallet; null if there is no card with this name. */
export function namedCard(call: Call, name: string): CardDetails | null {
  const inWallet = walletCard(name)
  const number = testCardNumber(inWallet?.card ?? name)
  if (number === null) return null
  const entry = { number, expMonth: 12, expYear: call.now.getUTCFullYear() + 3, cvc: null }
  return describe(call, entry, inWallet?.wallet ?? null)
}

function entryOf(call: Call, fields: FormFields): CardEntry {
  if (call.key === 'secret') {
    throw new ApiError(402, {
      type: 'invalid_request_error',
      message: 'Card numbers are not accepted from a server: make the payment method in the browser.',
    })
  }
  const year = integer(fields, 'exp_year') ?? 0
  return {
    number: requiredText(fields, 'number'),
    expMonth: integer(fields, 'exp_month') ?? 0,
    expYear: year < 100 ? year + 2000 : year,
    cvc: text(fields, 'cvc'),
  }
}

function describe(call: Call, entry: CardEntry, wallet: InWallet | null): CardDetails {
  const { brand, expMonth, expYear, last4, behaviour } = checkCard(entry, call.now)
  const hash = createHash('sha256').update(`${call.account} ${entry.number}`).digest('hex')
  return {
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: entry.cvc === null ? null : 'unchecked',
      },
      country: issuerCountry(entry.number.replaceAll(/[\s-]/g, '')),
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: hash.slice(0, 16),
      funding: brand === 'interac' ? 'debit' : 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: wallet && {
        type: wallet.type,
        dynamic_last4: wallet.isDeviceNumber ? deviceLast4(hash) : null,
        [wallet.type]: {},
      },
    },
    behaviour: wallet?.isDeviceNumber ? { ...behaviour, authentication: 'impossible' } : behaviour,
  }
}

/** The last four digits of the device's number, which are always the same for the same card. */
const deviceLast4 = (hash: string): string => String(Number.parseInt(hash.slice(16, 24), 16) % 10_000).padStart(4, '0')

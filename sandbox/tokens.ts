import { invalidRequest, resourceMissing } from './api-error.ts'
import { newId, unixSeconds } from './api-objects.ts'
import { type ApiResult, type Call, findOrThrow, success } from './call.ts'
import { type CardDetails, walletOrTypedCard } from './card-details.ts'
import { type FormFields, nested, rejectUnknown, text } from './form.ts'
import { insertObject, lockObject, saveObject } from './sandbox.store.ts'

type AddressPart = 'city' | 'country' | 'line1' | 'line1_check' | 'line2' | 'state' | 'zip' | 'zip_check'

/** The card of a token, with the property names of the provider's older API. */
type TokenCard = { [part in `address_${AddressPart}`]: string | null } & {
  id: string
  object: 'card'
  brand: string
  country: string
  cvc_check: string | null
  dynamic_last4: string | null
  exp_month: number
  exp_year: number
  fingerprint: string
  funding: string
  last4: string
  metadata: Record<string, string>
  name: string | null
  networks: { preferred: null }
  tokenization_method: 'apple_pay' | 'android_pay' | null
}

/** A card for a single payment method, in the form that wallets pass to a page. */
export type Token = {
  id: string
  object: 'token'
  card: TokenCard
  client_ip: null
  created: number
  livemode: false
  type: 'card'
  used: boolean
}

const namesOfOldApi: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  interac: 'Interac',
  unionpay: 'UnionPay',
}

/**
 * Creates a token from a card number, for the sandbox's own frames. `card[tokenization_method]` `apple_pay` or
 * `android_pay` (Google Pay) makes it a card in this wallet; with `card[cryptogram]` the number is the device's.
 */
export async function createToken(call: Call): Promise<ApiResult> {
  rejectUnknown(call.params, ['card', 'expand'])
  const fields = nested(call.params, 'card')
  if (!fields) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  const details = walletOrTypedCard(call, fields)
  const token: Token = {
    id: newId('tok'),
    object: 'token',
    card: tokenCard(details, fields),
    client_ip: null,
    created: unixSeconds(call.now),
    livemode: false,
    type: 'card',
    used: false,
  }
  await insertObject(call.tx, call.account, 'token', { data: token, hidden: details }, call.now)
  return success(token)
}

export async function retrieveToken(call: Call, id: string): Promise<ApiResult> {
  return success(await findOrThrow<Token>(call, 'token', id, 'token'))
}

/**
 * Returns the card of a token and marks the token as used. Throws if there is no such token, or if it was used before.
 */
export async function useToken(call: Call, id: string): Promise<CardDetails> {
  const token = await lockObject<Token, CardDetails>(call.tx, call.account, 'token', id)
  if (!token) throw resourceMissing('token', id, 'token')
  if (token.data.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used' })
  }
  token.data.used = true
  await saveObject(call.tx, token)
  return token.hidden
}

function tokenCard({ card }: CardDetails, given: FormFields): TokenCard {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, wallet } = card
  return {
    id: newId('card'),
    object: 'card',
    address_city: text(given, 'address_city'),
    address_country: text(given, 'address_country'),
    address_line1: text(given, 'address_line1'),
    address_line1_check: null,
    address_line2: text(given, 'address_line2'),
    address_state: text(given, 'address_state'),
    address_zip: text(given, 'address_zip'),
    address_zip_check: null,
    brand: namesOfOldApi[brand] ?? 'Unknown',
    country,
    cvc_check: card.checks.cvc_check,
    dynamic_last4: wallet?.dynamic_last4 ?? null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    last4,
    metadata: {},
    name: text(given, 'name'),
    networks: { preferred: null },
    tokenization_method: wallet && (wallet.type === 'google_pay' ? 'android_pay' : wallet.type),
  }
}

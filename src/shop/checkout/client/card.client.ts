import font from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { CARD_FIELD } from '../../gateways/cards/card-field.ts'
import { loadStripe } from '../../gateways/client/load-stripe.client.ts'
import { GENERIC_PAYMENT_ERROR, messageFor } from '../../gateways/payment-errors.ts'
import { create, fieldsOf, setText } from './form.client.ts'

type Fields = Readonly<Record<string, string>>

/** `invalid` can be corrected in the field; `declined` needs another card; `error` is not about the card. */
export type CardProblem = { readonly kind: 'invalid' | 'declined' | 'error'; readonly text: string }

export type CardField = ReturnType<typeof mountCard>

export const NOT_LOADED = 'The card field could not be loaded. Please check your connection and reload the page.'
const refused = (problem: CardProblem) => ({ ok: false, problem }) as const
const notLoaded = refused({ kind: 'error', text: NOT_LOADED })

/** Card field: numbers go from its frame to the provider. Mounted once its element exists, which free carts lack. */
export function mountCard(form: HTMLFormElement) {
  let element: StripeCardElement | null = null
  let loading: Promise<Stripe | null> | null = null
  let presetToken: string | null = null
  const setPresetToken = (token: string | null): void => {
    presetToken = token
    setText(form, '#stripe-cc-entered', token === null ? '' : 'Your card details from before are kept.')
  }
  const provider = (): Promise<Stripe | null> =>
    (loading ??= loadStripe(form.dataset.providerScript ?? '', form.dataset.providerKey ?? ''))
  const mount = (): void => {
    const container = form.querySelector<HTMLElement>(`#${CARD_FIELD}`)
    if (!container || container.dataset.isMounted) return
    container.dataset.isMounted = 'true'
    const showError = (text: string): void => setText(form, '#stripe-cc-error', text)
    void provider().then((stripe) => {
      if (!stripe) return showError(NOT_LOADED)
      element = stripe
        .elements({ locale: 'en', fonts: [cardFont()] })
        .create('card', { style: cardStyle, hidePostalCode: true, disableLink: form.dataset.linkPayment !== 'yes' })
      element.mount(container)
      element.on('change', ({ error, empty }) => {
        if (!empty) setPresetToken(null)
        const text = error ? textOf(error) : ''
        if (text !== '' && isCardFailureShown(form, text)) return
        clearCardFailure(form)
        showError(text)
      })
    })
  }
  mount()
  document.body.addEventListener('updated_checkout', mount)

  return {
    async token(fields: Fields) {
      const stripe = await provider()
      if (!stripe || !element) return notLoaded
      const details = { type: 'card', card: element, billing_details: billingDetails(fields) } as const
      const { error, paymentMethod } = await stripe.createPaymentMethod(details)
      return error ? refused(problemOf(error)) : ({ ok: true, id: paymentMethod.id } as const)
    },
    /** Runs the bank's authentication. The provider reports its result to the shop. Null if it could not be started. */
    async authenticate(clientSecret: string) {
      const stripe = await provider()
      if (!stripe) return null
      // Stripe throws for a secret that is malformed.
      const result = await stripe.handleNextAction({ clientSecret }).catch((error: unknown) => ({ error }))
      return result.error ? 'failed' : 'authenticated'
    },
    /** Checks the entered card with the bank, so that it can be saved; no money moves. */
    async confirmSetup(clientSecret: string, fields: Fields, returnUrl: string) {
      const stripe = await provider()
      if (!stripe || !element) return notLoaded
      const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, {
        payment_method: { card: element, billing_details: billingDetails(fields) },
        return_url: returnUrl,
      })
      if (error) return refused(problemOf(error))
      const { id, payment_method: method } = setupIntent
      return { ok: true, setupId: id, cardId: typeof method === 'string' ? method : (method?.id ?? '') } as const
    },
    focus: () => element?.focus(),
    /** Sets a single-use token to use instead of a card, until a card is entered. */
    setPresetToken,
    takePresetToken() {
      const token = presetToken
      setPresetToken(null)
      return token
    },
  }
}

const textOf = ({ code, decline_code: declineCode, message }: Pick<StripeError, 'code' | 'decline_code' | 'message'>) =>
  messageFor({ code: code ?? null, declineCode: declineCode ?? null, message: message ?? '' }) || GENERIC_PAYMENT_ERROR

const problemKinds: Partial<Record<StripeError['type'], CardProblem['kind']>> = {
  validation_error: 'invalid',
  card_error: 'declined',
}
const problemOf = (error: StripeError): CardProblem => ({
  kind: problemKinds[error.type] ?? 'error',
  text: textOf(error),
})

/** Billing details for the provider (shop.md §3); empty values are omitted. */
export function billingDetails(fields: Fields) {
  const text = (name: string): string | undefined => fields[`billing_${name}`]?.trim() || undefined
  const withoutEmpty = <T extends object>(values: T): Partial<T> =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
  return withoutEmpty({
    name: [text('first_name'), text('last_name')].filter(Boolean).join(' ') || undefined,
    email: text('email'),
    phone: text('phone'),
    address: withoutEmpty({
      city: text('city'),
      country: text('country'),
      line1: text('address_1'),
      line2: text('address_2'),
      postal_code: text('postcode'),
      state: text('state'),
    }),
  })
}

/** The shop's font for the provider's frame, which cannot access this page's fonts. */
const cardFont = () => ({
  family: 'Source Sans 3',
  src: `url(${new URL(font, location.href).href})`,
  weight: '200 900',
})

const cardStyle = {
  base: {
    color: '#1D2723',
    // Quoted: an unquoted family name may not end in a number.
    fontFamily: '"Source Sans 3", system-ui, sans-serif',
    fontSize: '17px',
    '::placeholder': { color: '#6b756f' },
  },
  invalid: { color: '#8E2B3C' },
}

const inChosenMethod = <Found extends HTMLElement>(form: HTMLFormElement, selector: string): Found | null =>
  form.querySelector(`.wc_payment_methods:not([hidden]) li:has(> [name=payment_method]:checked) ${selector}`)

export function chosenCard(form: HTMLFormElement): 'saved' | 'new' | null {
  if (!inChosenMethod(form, '[data-card-field]')) return null
  const choices = fieldsOf(form)
  return choices[`${choices.payment_method}_payment_type_key`] === 'saved' ? 'saved' : 'new'
}

export const tokenField = (form: HTMLFormElement): HTMLInputElement | null =>
  inChosenMethod(form, '.wc-stripe-token-field')

/** Advice after a card failure. Not for input errors, which the card field explains itself. */
const ADVICE = 'Try another card or call your bank.'

const CARD_FAILURE = '#stripe-cc-failure'

/** Null while another method is chosen, such as a wallet, because the box of the card is then closed. */
export const failureElement = (form: HTMLFormElement): HTMLElement | null => inChosenMethod(form, CARD_FAILURE)

/** Call it only when it is certain that no money moved. Returns the message's element; null without a card field. */
export function showCardFailure(form: HTMLFormElement, reason: string, isInputError: boolean): HTMLElement | null {
  const element = failureElement(form)
  const reasonText = create('strong', { textContent: reason })
  element?.replaceChildren(reasonText, ` Nothing was charged.${isInputError ? '' : ` ${ADVICE}`}`)
  setText(form, '#stripe-cc-error', '')
  return element
}

const isCardFailureShown = (form: HTMLFormElement, reason: string): boolean =>
  failureElement(form)?.querySelector('strong')?.textContent === reason

export const clearCardFailure = (form: HTMLFormElement): void => form.querySelector(CARD_FAILURE)?.replaceChildren()

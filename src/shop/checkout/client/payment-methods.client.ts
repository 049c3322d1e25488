import {
  type ButtonsEvent,
  type ButtonsState,
  initialButtons,
  nextButtons,
  offersToSaveCard,
  type PaymentType,
  shownButton,
} from '../payment-buttons.ts'
import { slide, slideHidden, trigger } from './form.client.ts'

/** The list gets its compact layout below this width, in px (CHK-12). */
const COMPACT_BELOW = 475

export type PaymentChoice = ReturnType<typeof watchPayment>

/** Manages the open box, the choice of a saved or new method, and the visible pay button (CHK-12, CHK-14 to CHK-16). */
export function watchPayment(form: HTMLFormElement) {
  let state: ButtonsState = initialButtons
  let openGateway = selectedGateway(form)
  const dispatch = (event: ButtonsEvent): void => {
    state = nextButtons(state, event)
    showButton(form, state)
  }
  const select = (): void => {
    const id = selectedGateway(form)
    const hasButton = walletButtons(form).some((button) => button.dataset.walletButton === id)
    const isFromProvider = form.querySelector(`[name=${CSS.escape(`${id}_token_key`)}]`) !== null
    const gateway = id === '' ? null : { id, isFromProvider, hasButton }
    dispatch({ kind: 'selected', gateway })
  }

  const selectType = ({ name, value }: HTMLInputElement, isAnimated: boolean): void => {
    const gateway = /^(\w+)_payment_type_key$/.exec(name)?.[1]
    if (!gateway) return
    const type = value === 'saved' ? 'saved' : 'new'
    openPaymentType(form, gateway, type, isAnimated)
    dispatch({ kind: 'type-selected', gateway, type })
  }

  form.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement
    if (input.name === 'payment_method') {
      swapBoxes(form, openGateway, input.value)
      openGateway = input.value
      select()
      trigger('payment_method_selected')
    }
    selectType(input, true)
    if (input.name === 'createaccount') showSaveCard(form)
  })
  for (const radio of form.querySelectorAll<HTMLInputElement>('.wc-stripe-payment-type:checked'))
    selectType(radio, false)
  select()
  showSaveCard(form)
  watchWidth(form)
  document.body.addEventListener('updated_checkout', select)
  return {
    tokenReceived: (gateway: string) => dispatch({ kind: 'token-received', gateway }),
    failed: () => dispatch({ kind: 'checkout-error' }),
    refresh: select,
  }
}

const selectedGateway = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('.wc_payment_methods:not([hidden]) input[name=payment_method]:checked')?.value ??
  ''

const walletButtons = (form: HTMLFormElement): HTMLElement[] => [
  ...form.querySelectorAll<HTMLElement>('[data-wallet-button]'),
]

function showButton(form: HTMLFormElement, state: ButtonsState): void {
  const isWallet = shownButton(state) === 'wallet'
  form.querySelector('#place_order')?.classList.toggle('wc-stripe-hide', isWallet)
  for (const button of walletButtons(form))
    button.hidden = !(isWallet && button.dataset.walletButton === state.selected?.id)
}

/** Animates one box open and the other closed; the style sheet derives the final state from the radio button. */
function swapBoxes(form: HTMLFormElement, previous: string, next: string): void {
  const box = (id: string): HTMLElement | null => form.querySelector(`.payment_box.payment_method_${CSS.escape(id)}`)
  const [closing, opening] = [previous === '' ? null : box(previous), box(next)]
  if (closing) void slide(closing, false)
  if (opening) void slide(opening, true)
}

function openPaymentType(form: HTMLFormElement, gateway: string, type: PaymentType, isAnimated: boolean): void {
  const parts = [
    [`.wc-${gateway}-saved-methods-container`, type === 'saved'],
    [`.wc-${gateway}-new-method-container`, type === 'new'],
  ] as const
  for (const [selector, isOpen] of parts) {
    const container = form.querySelector<HTMLElement>(selector)
    if (!container) continue
    if (isAnimated) void slideHidden(container, isOpen)
    else container.hidden = !isOpen
  }
}

function showSaveCard(form: HTMLFormElement): void {
  const isOffered = offersToSaveCard({
    createsAccount: form.querySelector<HTMLInputElement>('#createaccount')?.checked ?? false,
    isSignedIn: document.body.classList.contains('logged-in'),
    hasLinkPayment: form.dataset.linkPayment === 'yes',
  })
  for (const option of form.querySelectorAll<HTMLElement>('.wc-stripe-save-source'))
    option.style.display = isOffered ? '' : 'none'
}

function watchWidth(form: HTMLFormElement): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      target.classList.toggle('stripe-small', contentRect.width < COMPACT_BELOW)
  })
  for (const list of form.querySelectorAll('.payment_methods')) observer.observe(list)
}

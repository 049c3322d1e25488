import { type CheckoutProblem, checkoutProblemText, withBareLabels } from '../../../people/addresses/address-check.ts'
import { revealNotice, scrollToNotice } from '../../../platform/web/client/reveal-notice.ts'
import { CARD_FIELD } from '../../gateways/cards/card-field.ts'
import { type CardField, type CardProblem, clearCardFailure, failureElement, showCardFailure } from './card.client.ts'
import { create, parseHtml, trigger } from './form.client.ts'

const rowClass: Partial<Record<CheckoutProblem['kind'], string>> = {
  required: 'woocommerce-invalid-required-field',
  email: 'woocommerce-invalid-email',
  phone: 'woocommerce-invalid-phone',
}
const allRowClasses = ['woocommerce-invalid', ...Object.values(rowClass)]

export function clearErrors(form: HTMLFormElement): void {
  for (const alert of form.querySelectorAll('.woocommerce-NoticeGroup [role=alert]')) alert.replaceChildren()
  document.querySelector('.woocommerce-notices-wrapper')?.replaceChildren()
  clearCardFailure(form)
  for (const field of form.querySelectorAll<HTMLInputElement>('[aria-invalid]')) unmarkField(form, field.name)
}

export function markField(form: HTMLFormElement, name: string, text: string, kind?: CheckoutProblem['kind']): void {
  const field = controlOf(form, name)
  const error = document.getElementById(`${name}_description`)
  if (!field || !error) return
  if (error.textContent !== text) error.textContent = text
  field.ariaInvalid = 'true'
  describe(field, error.id, true)
  const row = field.closest('.form-row')
  row?.classList.remove('woocommerce-validated', ...allRowClasses)
  row?.classList.add('woocommerce-invalid')
  const invalidClass = kind && rowClass[kind]
  if (invalidClass) row?.classList.add(invalidClass)
}

export function unmarkField(form: HTMLFormElement, name: string): void {
  const field = controlOf(form, name)
  if (!field) return
  field.removeAttribute('aria-invalid')
  describe(field, `${name}_description`, false)
  field.closest('.form-row')?.classList.remove(...allRowClasses)
  const error = document.getElementById(`${name}_description`)
  if (error) error.textContent = ''
}

function describe(field: Element, id: string, isInvalid: boolean): void {
  const otherIds = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one !== '' && one !== id)
  const ids = isInvalid ? [...otherIds, id] : otherIds
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '))
  else field.removeAttribute('aria-describedby')
}

const controlOf = (form: HTMLFormElement, name: string): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`)

export const inlineProblemText = (problem: CheckoutProblem): string =>
  problem.fieldLabel === null ? checkoutProblemText(problem) : `${problem.fieldLabel} ${problem.text}`

export function showProblems(form: HTMLFormElement, problems: readonly CheckoutProblem[]): void {
  const list = document.createElement('ul')
  const fieldNames = [...form.elements].map((element) => (element as HTMLInputElement).name)
  // In the order of the page, where the email field comes first.
  const shown = hasOneAddress(form) ? withBareLabels(problems) : problems
  const ordered = shown.toSorted((a, b) => fieldNames.indexOf(a.field) - fieldNames.indexOf(b.field))
  for (const problem of ordered) {
    const item = document.createElement('li')
    item.dataset.id = problem.field
    if (problem.label === null) item.append(problem.text)
    else item.append(create('strong', { textContent: problem.label }), ` ${problem.text}`)
    list.append(item)
    markField(form, problem.field, inlineProblemText(problem), problem.kind)
  }
  showList(form, list)
}

/** Without a separate shipping address, messages need not say "Billing". */
const hasOneAddress = (form: HTMLFormElement): boolean =>
  !form.querySelector('[name=ship_to_different_address]:checked')

export const showErrorText = (form: HTMLFormElement, text: string): void => showList(form, listOf(text))

/** Shows an error of the card. Input errors focus the card field, where they are corrected. */
export function showCardProblem(form: HTMLFormElement, { kind, text }: CardProblem, card: CardField): void {
  if (kind === 'error') return showErrorText(form, text)
  const list = listOf(text)
  for (const item of list.children) (item as HTMLElement).dataset.id = CARD_FIELD
  showList(form, list, kind === 'invalid')
  if (kind === 'invalid') card.focus()
}

function listOf(text: string): HTMLElement {
  const list = document.createElement('ul')
  list.append(create('li', { textContent: text }))
  return list
}

export function showErrorHtml(form: HTMLFormElement, html: string): void {
  const content = parseHtml(html)
  const list = content.querySelector('ul')
  if (!list) return showErrorText(form, content.textContent?.trim() || 'Something went wrong.')
  for (const item of list.querySelectorAll<HTMLElement>('[data-id]')) {
    const label = item.querySelector('strong')
    const prefix = /^(?:Billing|Shipping) /
    markField(form, item.dataset.id ?? '', (item.textContent ?? '').trim().replace(prefix, ''))
    if (label && hasOneAddress(form)) label.textContent = (label.textContent ?? '').replace(prefix, '')
  }
  showList(form, list)
}

/**
 * After a card failure its own message gets the focus instead, and after a mistake in the card field the field itself
 * (docs/decisions/card-error-placement.md).
 */
function showList(form: HTMLFormElement, list: HTMLElement, isMistake = false): void {
  // The container has the alert role: with it on the list itself, screen readers would not announce a list.
  list.removeAttribute('role')
  list.classList.add('woocommerce-error')
  list.tabIndex = -1
  linkToFields(form, list)
  form.querySelector('.woocommerce-NoticeGroup-checkout [role=alert]')?.replaceChildren(list)
  const failed = list.querySelector(`li[data-id="${CARD_FIELD}"]`)
  const failure = failed ? showCardFailure(form, failed.textContent?.trim() ?? '', isMistake) : null
  if (failure && isMistake) scrollToNotice(failure)
  else revealNotice(failure ?? list)
  trigger('checkout_error', list.outerHTML)
}

function linkToFields(form: HTMLFormElement, list: HTMLElement): void {
  for (const item of list.querySelectorAll<HTMLElement>('li[data-id]')) {
    const id = item.dataset.id ?? ''
    const field = id === CARD_FIELD ? failureElement(form) : controlOf(form, id)
    if (!field || item.querySelector('a')) continue
    const link = create('a', { href: `#${field.id}` })
    link.append(...item.childNodes)
    item.append(link)
    link.addEventListener('click', (event) => {
      event.preventDefault()
      field.focus()
    })
  }
}

import { type PayLaterTerms, payLaterText } from './pay-later.ts'

/** Changes what a product page says of paying later to another amount; null: none is chosen, so nothing is said. */
export function showPayLater(cents: number | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-pay-later]')) {
    const terms = JSON.parse(element.dataset.payLater ?? '{}') as PayLaterTerms
    const text = cents === null ? '' : payLaterText(terms, cents)
    if (element.textContent !== text) element.textContent = text
    if (element.parentElement) element.parentElement.hidden = text === ''
  }
}

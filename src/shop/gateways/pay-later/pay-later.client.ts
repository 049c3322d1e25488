import { fractionDigits } from '../../../platform/money/money.ts'
import { type PayLaterTerms, payLaterText } from './pay-later.ts'

/** Changes what a product page says of paying later to another price; null: none is chosen, so nothing is said. */
export function showPayLater(price: number | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-pay-later]')) {
    const terms = JSON.parse(element.dataset.payLater ?? '{}') as PayLaterTerms
    const text = price === null ? '' : payLaterText(terms, Math.round(price * 10 ** fractionDigits(terms.currency)))
    if (element.textContent !== text) element.textContent = text
    if (element.parentElement) element.parentElement.hidden = text === ''
  }
}

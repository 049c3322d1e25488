import { fractionDigits } from '../../../platform/money/money.ts'
import { type PayLaterTerms, payLaterText } from './pay-later.ts'

/** Updates a product page's pay-later messages for a price; null hides them, because no variation is chosen. */
export function showPayLater(price: number | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-pay-later]')) {
    const terms = JSON.parse(element.dataset.payLater ?? '{}') as PayLaterTerms
    const text = price === null ? '' : payLaterText(terms, Math.round(price * 10 ** fractionDigits(terms.currency)))
    if (element.textContent !== text) element.textContent = text
    if (element.parentElement) element.parentElement.hidden = text === ''
  }
}

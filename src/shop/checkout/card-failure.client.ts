/** The message at the card field after a failed payment: the reason, that nothing was charged, and what to do next. */

const ADVICE = 'Nothing was charged. Try another card or call your bank.'
/** Not shown for input errors, which the card field explains itself. */
const NOT_CHARGED = 'Nothing was charged.'

const failureElement = (form: HTMLFormElement): HTMLElement | null => form.querySelector('#stripe-cc-failure')

/** Shows the message only where it is certain that no money moved. Returns its element; null without a card field. */
export function showCardFailure(form: HTMLFormElement, reason: string, isInputError: boolean): HTMLElement | null {
  const element = failureElement(form)
  const reasonText = document.createElement('strong')
  reasonText.textContent = reason
  element?.replaceChildren(reasonText, ` ${isInputError ? NOT_CHARGED : ADVICE}`)
  const errorLine = form.querySelector('#stripe-cc-error')
  if (errorLine) errorLine.textContent = ''
  return element
}

export const isCardFailureShown = (form: HTMLFormElement, reason: string): boolean =>
  failureElement(form)?.querySelector('strong')?.textContent === reason

export function clearCardFailure(form: HTMLFormElement): void {
  failureElement(form)?.replaceChildren()
}

/** What is said at the card when it fails: why, that nothing was charged, and what to do now. */

const ADVICE = 'Nothing was charged. Try another card or call your bank.'
/** What can be mended in the field says itself how. */
const NOT_CHARGED = 'Nothing was charged.'

const failureElement = (form: HTMLFormElement): HTMLElement | null => form.querySelector('#stripe-cc-failure')

/** Only for a card of which it is certain that no money moved. Returns where it stands; null where there is no card field. */
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

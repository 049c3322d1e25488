/** What is said at the card when it fails: why, that nothing was charged, and what to do now. */

const ADVICE = 'Nothing was charged. Try another card or call your bank.'
/** What can be mended in the field says itself how. */
const MISTAKE = 'Nothing was charged.'

const placeIn = (form: HTMLFormElement): HTMLElement | null => form.querySelector('#stripe-cc-failure')

/** Only for a card of which it is certain that no money moved. Returns where it stands; null where there is no card field. */
export function sayCardFailed(form: HTMLFormElement, reason: string, isMistake: boolean): HTMLElement | null {
  const place = placeIn(form)
  const said = document.createElement('strong')
  said.textContent = reason
  place?.replaceChildren(said, ` ${isMistake ? MISTAKE : ADVICE}`)
  const line = form.querySelector('#stripe-cc-error')
  if (line) line.textContent = ''
  return place
}

export const isSaidAtCard = (form: HTMLFormElement, reason: string): boolean =>
  placeIn(form)?.querySelector('strong')?.textContent === reason

export function forgetCardFailure(form: HTMLFormElement): void {
  placeIn(form)?.replaceChildren()
}

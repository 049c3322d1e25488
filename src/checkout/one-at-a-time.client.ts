import { showErrorText } from './errors.client.ts'
import { unknownError } from './send.client.ts'

/** How work on a form ended. On the way to another page the form stays closed; otherwise `show` says what went wrong. */
export type End = { readonly isLeaving: boolean; readonly show?: () => void }

export const stay = (show: () => void): End => ({ isLeaving: false, show })
export const leave = (act: () => void): End => {
  act()
  return { isLeaving: true }
}

type Manner = { readonly words: string; failed(): void }

/** Does one piece of work on a form at a time, under its veil: what is asked for meanwhile is not begun. */
export function oneAtATime(form: HTMLFormElement, { words, failed }: Manner): (work: () => Promise<End>) => void {
  let isAtWork = false
  // The way back from where it led: what is shown here is of before.
  addEventListener('pageshow', (event) => event.persisted && location.reload())

  return (work) => {
    if (isAtWork) return
    isAtWork = true
    setBusy(form, true, words)
    void work()
      .catch(() => stay(() => showErrorText(form, unknownError())))
      .then((end) => {
        if (end.isLeaving) return
        isAtWork = false
        setBusy(form, false, '')
        end.show?.()
        failed()
      })
  }
}

/** While work is under way its form lies under a veil and the button says what is being done. */
function setBusy(form: HTMLFormElement, isBusy: boolean, words: string): void {
  form.classList.toggle('processing', isBusy)
  const overlay = form.querySelector(':scope > .blockOverlay')
  if (isBusy && !overlay) {
    const made = document.createElement('div')
    made.className = 'blockUI blockOverlay'
    form.append(made)
  } else if (!isBusy) overlay?.remove()
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  if (!button) return
  button.setAttribute('aria-busy', String(isBusy))
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isBusy ? words : (button.dataset.label ?? '')
  if (!isBusy) delete button.dataset.label
}

import { showErrorText } from './errors.client.ts'
import { acceptMovedPress } from './moved-press.client.ts'
import { unknownError } from './post-form.client.ts'

/**
 * The result of a task on a form. `isLeaving`: the browser navigates away and the form stays blocked; otherwise `show`
 * displays the error.
 */
export type TaskResult = { readonly isLeaving: boolean; readonly show?: () => void }

export const stay = (show: () => void): TaskResult => ({ isLeaving: false, show })
export const leave = (navigate: () => void): TaskResult => {
  navigate()
  return { isLeaving: true }
}

type TaskOptions = { readonly busyLabel: string; failed(): void }

/** Runs one task at a time on a form and blocks the form meanwhile; tasks requested during another are dropped. */
export function exclusiveTask(
  form: HTMLFormElement,
  { busyLabel, failed }: TaskOptions,
): (task: () => Promise<TaskResult>) => void {
  let isRunning = false
  acceptMovedPress(form)
  // A page restored from the back/forward cache is outdated.
  addEventListener('pageshow', (event) => event.persisted && location.reload())

  return (task) => {
    if (isRunning) return
    isRunning = true
    setBusy(form, true, busyLabel)
    void task()
      .catch(() => stay(() => showErrorText(form, unknownError())))
      .then((result) => {
        if (result.isLeaving) return
        isRunning = false
        setBusy(form, false, '')
        result.show?.()
        failed()
      })
  }
}

/** While a task runs, an overlay covers the form and the button shows its progress. */
function setBusy(form: HTMLFormElement, isBusy: boolean, busyLabel: string): void {
  form.classList.toggle('processing', isBusy)
  const overlay = form.querySelector(':scope > .blockOverlay')
  if (isBusy && !overlay) {
    const created = document.createElement('div')
    created.className = 'blockUI blockOverlay'
    form.append(created)
  } else if (!isBusy) overlay?.remove()
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  if (!button) return
  button.setAttribute('aria-busy', String(isBusy))
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isBusy ? busyLabel : (button.dataset.label ?? '')
  if (!isBusy) delete button.dataset.label
}

import { showErrorText } from './errors.client.ts'
import { unknownError } from './post-form.client.ts'

/** How work on a form ended. On the way to another page the form stays closed; otherwise `show` says what went wrong. */
export type TaskResult = { readonly isLeaving: boolean; readonly show?: () => void }

export const stay = (show: () => void): TaskResult => ({ isLeaving: false, show })
export const leave = (navigate: () => void): TaskResult => {
  navigate()
  return { isLeaving: true }
}

type TaskOptions = { readonly busyLabel: string; failed(): void }

/** Does one piece of work on a form at a time, under its veil: what is asked for meanwhile is not begun. */
export function exclusiveTask(
  form: HTMLFormElement,
  { busyLabel, failed }: TaskOptions,
): (task: () => Promise<TaskResult>) => void {
  let isRunning = false
  // The way back from where it led: what is shown here is of before.
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

/** While work is under way its form lies under a veil and the button says what is being done. */
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

import { showErrorHtml, showErrorText } from './errors.client.ts'
import { NoResponseError, toggleOverlay, unknownError } from './form.client.ts'

/** Shows the error of a task. 'leaving': the browser navigates away, and the form stays blocked. */
export type TaskResult = (() => void) | 'leaving'

export function leave(navigate: () => void): TaskResult {
  navigate()
  return 'leaving'
}

export type TaskOptions = { readonly busyLabel: string; readonly unreachable: string; failed(): void }

/** Runs one task at a time on a form and blocks the form until it ends; tasks requested during another are dropped. */
export function exclusiveTask(form: HTMLFormElement, { busyLabel, unreachable, failed }: TaskOptions) {
  let isRunning = false
  acceptMovedPress(form)
  // A page restored from the back/forward cache is outdated.
  addEventListener('pageshow', (event) => event.persisted && location.reload())

  return (task: () => Promise<TaskResult>): void => {
    if (isRunning) return
    isRunning = true
    setBusy(form, true, busyLabel)
    // A task that throws synchronously is reported and ended, too.
    void (async () => task())()
      .catch((error: unknown): TaskResult => {
        if (!(error instanceof NoResponseError)) return () => showErrorText(form, unknownError())
        return () => (error.html ? showErrorHtml(form, error.html) : showErrorText(form, unreachable))
      })
      .then((result) => {
        if (result === 'leaving') return
        isRunning = false
        setBusy(form, false, '')
        result()
        failed()
      })
  }
}

function setBusy(form: HTMLFormElement, isBusy: boolean, busyLabel: string): void {
  form.classList.toggle('processing', isBusy)
  toggleOverlay(form, isBusy)
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  if (!button) return
  button.setAttribute('aria-busy', String(isBusy))
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isBusy ? busyLabel : button.dataset.label
  if (!isBusy) delete button.dataset.label
}

/** Pointer movement that still counts as one press, in px. */
const MAX_MOVE = 8

/** On blur, an error message may move the button away from the pointer. Such a press fires no click, but counts. */
export function acceptMovedPress(form: HTMLFormElement): void {
  let start: { readonly x: number; readonly y: number; readonly top: number } | null = null
  const orderButton = () => form.querySelector<HTMLButtonElement>('#place_order')
  const isOn = (button: HTMLButtonElement, { target }: Event): boolean =>
    target instanceof Node && button.contains(target)

  addEventListener('pointerdown', (event) => {
    const button = orderButton()
    start =
      button && event.button === 0 && isOn(button, event)
        ? { x: event.clientX, y: event.clientY, top: button.getBoundingClientRect().top }
        : null
  })
  addEventListener('pointerup', (event) => {
    const button = orderButton()
    const press = start
    start = null
    if (!press || !button || isOn(button, event)) return
    const isStill = Math.hypot(event.clientX - press.x, event.clientY - press.y) <= MAX_MOVE
    if (isStill && button.getBoundingClientRect().top !== press.top) button.click()
  })
}

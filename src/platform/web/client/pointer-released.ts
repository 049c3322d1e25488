/** Maximum wait: the pointer may have been released outside of the window. */
const LONGEST_PRESS_MS = 1000
/** On touch screens the click event follows the release with a delay. */
const CLICK_AFTER_MS = 50

type Press = { readonly ended: Promise<void>; end(): void }
let current: Press | null = null

addEventListener(
  'pointerdown',
  () => {
    current?.end()
    current = startPress()
    setTimeout(current.end, LONGEST_PRESS_MS)
  },
  { capture: true },
)
for (const name of ['pointerup', 'pointercancel', 'blur'])
  addEventListener(name, () => current && setTimeout(current.end, CLICK_AFTER_MS), { capture: true })

function startPress(): Press {
  let resolve = (): void => {}
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  const press: Press = {
    ended,
    end() {
      if (current === press) current = null
      resolve()
    },
  }
  return press
}

/** Waits up to a second for the release, because an element that moves away from a pressed pointer gets no click. */
export async function pointerReleased(): Promise<void> {
  while (current) await current.ended
}

/** Contact forms in the browser: validated while typing, submitted in place (FORM-04 to FORM-14). */
import { pointerReleased } from '../../../platform/web/client/pointer-released.ts'
import { call, type FormsApi } from './form-calls.client.ts'
import { startControls } from './form-controls.client.ts'
import type { ContactFormElement, FormState, Schema } from './form-status.client.ts'
import { resetForm, submitForm } from './submit-form.client.ts'
import { validateForm } from './validate-form.client.ts'
import { watchVisitor } from './visitor.client.ts'

const isInitialized = (form: HTMLFormElement): form is ContactFormElement => 'wpcf7' in form

/** Exported as `wpcf7.init`, for scripts that insert forms later. */
function init(form: HTMLFormElement): void {
  if (isInitialized(form)) return
  const state = readState(form)
  if (!state) return
  const contactForm: ContactFormElement = Object.assign(form, { wpcf7: state })
  state.parent.classList.replace('no-js', 'js')
  startControls(contactForm)
  watchVisitor(contactForm)
  let changed: Element | null = null
  form.addEventListener('submit', (event) => {
    // Without the script the page comes back with the form as it is now, and what was typed.
    if (state.isOutdated) return
    event.preventDefault()
    changed = null
    void window.wpcf7.submit(form, { submitter: event.submitter })
  })
  form.addEventListener('reset', () => {
    changed = null
    void window.wpcf7.reset(form)
  })
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('.wpcf7-form-control')) return
    changed = target
    // Waits for the pointer: error messages move buttons, and one that moves while pressed gets no click.
    void pointerReleased().then(() => {
      if (changed === target) window.wpcf7.validate(form, { target })
    })
  })
  void loadSchema(contactForm)
  if (window.wpcf7.cached) void window.wpcf7.reset(form)
}

function readState(form: HTMLFormElement): FormState | null {
  const parent = form.closest<HTMLElement>('.wpcf7')
  const hidden = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
  const id = Number.parseInt(hidden('_wpcf7'), 10)
  if (!parent || !(id > 0)) return null
  return {
    id,
    status: form.dataset.status ?? 'init',
    pluginVersion: hidden('_wpcf7_version'),
    locale: hidden('_wpcf7_locale'),
    unitTag: hidden('_wpcf7_unit_tag'),
    containerPost: Number(hidden('_wpcf7_container_post')),
    parent,
    get schema() {
      return window.wpcf7.schemas.get(id)
    },
  }
}

async function loadSchema(form: ContactFormElement): Promise<void> {
  const { schemas } = window.wpcf7
  const { id } = form.wpcf7
  if (schemas.has(id)) return
  schemas.set(id, undefined)
  const answer = await call(form, 'feedback/schema')
  if (answer.isOk) schemas.set(id, answer.json as Schema)
}

/** Nested forms are disabled, because they would be submitted together with the outer one. */
function refuseNested(): void {
  for (const nested of document.querySelectorAll('form .wpcf7'))
    nested.outerHTML =
      '<p class="wpcf7-form-in-wrong-place"><strong>Error:</strong> This contact form is placed in the wrong place.</p>'
}

const before = window.wpcf7 as Partial<FormsApi> | undefined
window.wpcf7 = {
  schemas: new Map(),
  init,
  submit: async (form, options) => (isInitialized(form) ? submitForm(form, options) : undefined),
  reset: async (form) => (isInitialized(form) ? resetForm(form) : undefined),
  validate: (form, options) => (isInitialized(form) ? validateForm(form, options) : undefined),
  ...before,
  api: { root: '/wp-json/', namespace: 'contact-form-7/v1', ...before?.api },
}

refuseNested()
for (const form of document.querySelectorAll<HTMLFormElement>('.wpcf7 > form')) window.wpcf7.init(form)

type Library = typeof import('@simplewebauthn/browser')

const library = (): Promise<Library> => import('@simplewebauthn/browser')

/** The options for the browser's authenticator. Redirects to the password confirmation if that is required first. */
async function optionsFrom(url: string, body?: URLSearchParams): Promise<object> {
  const response = await fetch(url, { method: 'POST', body: body ?? null, headers: { accept: 'application/json' } })
  if (response.status === 403) {
    const { location: next = '' } = (await response.json()) as { location?: string }
    if (next !== '') location.assign(next)
  }
  if (!response.ok) throw new Error(`Passkey options: ${response.status}`)
  return (await response.json()) as object
}

const SIGN_IN_OPTIONS = '/wp-login.php?action=passkey_options'

const signIn = async (useBrowserAutofill: boolean) => {
  const { startAuthentication } = await library()
  const optionsJSON = (await optionsFrom(SIGN_IN_OPTIONS)) as Parameters<
    Library['startAuthentication']
  >[0]['optionsJSON']
  return startAuthentication({ optionsJSON, useBrowserAutofill })
}

const register = async (form: HTMLFormElement) => {
  const { startRegistration } = await library()
  const body = new URLSearchParams(new FormData(form) as object as Record<string, string>)
  body.set('step', 'options')
  const optionsJSON = (await optionsFrom(form.action, body)) as Parameters<
    Library['startRegistration']
  >[0]['optionsJSON']
  return startRegistration({ optionsJSON })
}

function submitWith(form: HTMLFormElement, credential: object): void {
  const field = form.elements.namedItem('passkey') as HTMLInputElement
  field.value = JSON.stringify(credential)
  form.submit()
}

/** The message for an error of the browser, by its name (Web Authentication, 5.1.3 and 5.1.4). */
function textOf({ name }: Error, { passkeyUrl }: DOMStringMap): string {
  switch (name) {
    case 'InvalidStateError':
      return 'This device has a passkey of your account already.'
    case 'NotAllowedError':
      return 'Nothing was done: it was cancelled, or took too long.'
    case 'SecurityError':
      return `Your browser allows no passkeys here. They work only at ${passkeyUrl}.`
    default:
      return 'That did not work. Please reload the page and try again.'
  }
}

async function run(form: HTMLFormElement, ask: () => Promise<object>): Promise<void> {
  const status = form.querySelector('[role=status]')
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  if (form.getAttribute('aria-busy') === 'true') return
  form.setAttribute('aria-busy', 'true')
  if (button) button.disabled = true
  if (status) status.textContent = 'Follow your browser…'
  try {
    submitWith(form, await ask())
  } catch (error) {
    if (button) button.disabled = false
    if (status) status.textContent = textOf(error as Error, form.dataset)
  }
  form.removeAttribute('aria-busy')
}

async function offerInField(form: HTMLFormElement): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('#user_login')
  if (!field || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  field.autocomplete = 'username webauthn'
  submitWith(form, await signIn(true))
}

const isHere = ({ dataset }: HTMLFormElement): boolean =>
  new URL(dataset.passkeyUrl ?? '').hostname === location.hostname

function offer(form: HTMLFormElement): void {
  form.hidden = false
  form.inert = false
  const isSignIn = form.dataset.passkey === 'sign-in'
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(form, () => (isSignIn ? signIn(false) : register(form)))
  })
  if (isSignIn) void offerInField(form).catch(() => undefined)
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const elsewhere = document.querySelector<HTMLElement>('[data-passkey-elsewhere]')
  if (!isHere(form)) {
    if (elsewhere) elsewhere.hidden = false
  } else if ('PublicKeyCredential' in window) offer(form)
}

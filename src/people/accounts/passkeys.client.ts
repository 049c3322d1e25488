/** Passkeys: adds one, signs in with one, and offers them where the email address is filled in. */

type Library = typeof import('@simplewebauthn/browser')

const library = (): Promise<Library> => import('@simplewebauthn/browser')

/** What the browser asks its authenticator for. Goes to the page that asks for the password first, where one is due. */
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

const texts: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  NotAllowedError: 'Nothing was done: it was cancelled, or took too long.',
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
    const text = texts[(error as Error).name] ?? 'That did not work. Please reload the page and try again.'
    if (status) status.textContent = text
  }
  form.removeAttribute('aria-busy')
}

/** Offers passkeys in the list of the email field. It waits until one is chosen, or another request takes its place. */
async function offerInField(form: HTMLFormElement): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('#user_login')
  if (!field || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  field.autocomplete = 'username webauthn'
  submitWith(form, await signIn(true))
}

/** Passkeys belong to a name, never to an IP address. */
const isIpAddress = /^[\d.]+$|:/.test(location.hostname)

if ('PublicKeyCredential' in window && !isIpAddress) {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false
    const isSignIn = form.dataset.passkey === 'sign-in'
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void run(form, () => (isSignIn ? signIn(false) : register(form)))
    })
    if (isSignIn) void offerInField(form).catch(() => undefined)
  }
}

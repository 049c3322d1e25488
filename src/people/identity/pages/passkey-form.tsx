import { button } from '../../../platform/ui/button.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import styles from './sign-in.module.css'

type PasskeyFormProps = {
  readonly redirectTo: string | null | undefined
  /** The address of the shop whose host name the passkeys belong to. */
  readonly passkeyUrl: string
}

/**
 * Signs in with a passkey. Without script there are none, so that the form is hidden until the script has found out
 * that this browser knows them (passkeys.client.ts).
 */
export const PasskeyForm = ({ redirectTo, passkeyUrl }: PasskeyFormProps) => (
  <form
    {...{ className: styles.passkey, action: hrefs.passkeySignIn(), method: 'post' }}
    {...{ 'data-passkey': 'sign-in', 'data-passkey-url': passkeyUrl }}
    hidden
  >
    <input type="hidden" name="passkey" />
    {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
    <button type="submit" className={button.secondary}>
      Use a passkey
    </button>
    <p className={styles.hint} role="status" />
  </form>
)

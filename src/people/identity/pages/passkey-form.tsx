import { button } from '../../../platform/ui/button.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import styles from './sign-in.module.css'

type PasskeyFormProps = {
  readonly redirectTo: string | null | undefined
  readonly passkeyUrl: string
}

/** Without script there are no passkeys: hidden until the script has found that this browser knows them. */
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

import { button } from '../../../platform/ui/button.tsx'
import styles from './sign-in.module.css'

/** Beside the button of a form with a new password: sends the form without one. `text` says what follows. */
export const PasskeyInstead = ({ text }: { readonly text: string }) => (
  <div className={styles.instead}>
    <button
      type="submit"
      className={button.tertiary}
      name="account_way"
      value="passkey"
      formNoValidate
      aria-describedby="account_way_hint"
    >
      Use a passkey instead
    </button>
    <p id="account_way_hint" className={styles.hint}>
      {text}
    </p>
  </div>
)

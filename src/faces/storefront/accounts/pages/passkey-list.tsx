import { supportsPasskeys } from '../../../../people/identity/auth.ts'
import type { Passkey } from '../../../../people/identity/factors/passkeys.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import security from './security.module.css'

type PasskeyListProps = {
  readonly passkeys: readonly Passkey[]
  /** The account has neither a passkey nor a password. */
  readonly needsPasskey: boolean
  /** Where passkeys work; null: not at the address of this request. */
  readonly passkeyUrl: string | null
  readonly publicUrl: string
  readonly nonce: { readonly name: string; readonly value: string }
}

/** The passkeys of an account. Adding one needs script, which shows the form for it. */
export function PasskeyList({ passkeys, needsPasskey, passkeyUrl, publicUrl, nonce }: PasskeyListProps) {
  const hidden = <input type="hidden" name={nonce.name} value={nonce.value} />
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" className={styles.title}>
        Passkeys
      </h2>
      <p>
        {passkeys.length === 0 && 'No passkeys yet. '}A passkey signs you in with your fingerprint, your face or the PIN
        of your device, without a password and without a code.
        {needsPasskey && ' Your account has no password: until you add a passkey, you sign in with an email from us.'}
      </p>
      {passkeys.length > 0 && (
        <ul className={security.list}>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id} className={security.item}>
              <form action={paths.accountPasskeys} method="post" className={security.rename}>
                {hidden}
                <input type="hidden" name="id" value={id} />
                <label className="screen-reader-text" htmlFor={`passkey_${id}`}>
                  Name of the passkey
                </label>
                <input
                  id={`passkey_${id}`}
                  className="input-text"
                  name="name"
                  defaultValue={name}
                  maxLength={60}
                  required
                />
                <button type="submit" className={button.tertiary} name="step" value="rename">
                  Rename<span className="screen-reader-text"> {name}</span>
                </button>
                <button type="submit" className={button.tertiary} name="step" value="delete" formNoValidate>
                  Remove<span className="screen-reader-text"> {name}</span>
                </button>
                {createdAt && <span className={styles.hint}>Added {formatShopDay(createdAt)}</span>}
              </form>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint} data-passkey-elsewhere hidden={passkeyUrl !== null}>
        {supportsPasskeys(publicUrl) ? (
          <>
            Passkeys belong to the name of this shop. They work only at{' '}
            <a href={publicUrl + paths.accountSignIns}>{publicUrl}</a>.
          </>
        ) : (
          `Passkeys belong to the name of a shop. This one is at ${publicUrl}, an address without a name, so that it has none.`
        )}
      </p>
      {passkeyUrl !== null && <AddPasskey {...{ needsPasskey, passkeyUrl, nonce }} />}
    </section>
  )
}

/** Shown by script, where passkeys work. */
const AddPasskey = ({
  needsPasskey,
  passkeyUrl,
  nonce,
}: Pick<PasskeyListProps, 'needsPasskey' | 'nonce'> & { passkeyUrl: string }) => (
  <>
    <form
      className={security.passkey}
      action={paths.accountPasskeys}
      method="post"
      data-passkey="register"
      data-passkey-url={passkeyUrl}
      data-nonce={nonce.value}
      hidden
    >
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <input type="hidden" name="passkey" />
      <input type="hidden" name="step" value="add" />
      <label htmlFor="passkey_name">Name of the new passkey</label>
      <input
        id="passkey_name"
        className="input-text"
        name="name"
        maxLength={60}
        placeholder="Such as: my phone"
        autoComplete="off"
      />
      <button type="submit" className={needsPasskey ? button.primary : button.secondary}>
        Add a passkey
      </button>
      <p className={styles.hint} role="status" />
    </form>
    <noscript>
      <p className={styles.hint}>Adding a passkey needs JavaScript.</p>
    </noscript>
  </>
)

import { supportsPasskeys } from '../../../../people/identity/auth.ts'
import type { Passkey } from '../../../../people/identity/factors/passkeys.ts'
import type { FormNonce } from '../../../../people/identity/form-nonce.tsx'
import type { ActiveSignIn } from '../../../../people/identity/sign-in/sign-ins.ts'
import { formatShopDateTime, formatShopDay } from '../../../../platform/time/shop-time.ts'
import { ButtonLink, Submit } from '../../../../platform/ui/buttons.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import { Section } from './account-frame.tsx'
import security from './security.module.css'

type SignInsPageProps = {
  readonly signIns: readonly ActiveSignIn[]
  readonly passkeys: readonly Passkey[]
  /** Without password and passkey every sign-in needs an email, so adding a passkey is offered first. */
  readonly needsPasskey: boolean
  /** URL at which passkeys work; null if not at the current address. */
  readonly passkeyUrl: string | null
  readonly publicUrl: string
  readonly hasSecondFactor: boolean
  readonly recoveryCodes: number
  readonly isRequired: boolean
  readonly now: Date
  readonly nonces: Readonly<Record<'signIns' | 'secondFactor' | 'passkeys', FormNonce>>
}

export function SignInsPage({ signIns, now, nonces, ...props }: SignInsPageProps) {
  const passkeys = <PasskeyList {...props} nonce={nonces.passkeys} />
  return (
    <div className={security.sections}>
      {props.needsPasskey && passkeys}
      <SecondFactor {...props} nonce={nonces.secondFactor} />
      {!props.needsPasskey && passkeys}
      <Section id="devices" title="Where you are signed in">
        <ul className={security.list}>
          {signIns.map((signIn) => (
            <SignIn key={signIn.id} signIn={signIn} now={now} nonce={nonces.signIns} />
          ))}
        </ul>
        <form action={paths.accountSignIns} method="post">
          <input type="hidden" name={nonces.signIns.name} value={nonces.signIns.value} />
          <Submit variant="secondary" name="everywhere" value="1" label="Sign out everywhere" />
          <p className="soft-small">
            This signs you out on this device, too.
            {props.hasSecondFactor && ' Every device is asked for your second factor again.'}
          </p>
        </form>
      </Section>
    </div>
  )
}

function SignIn({ signIn, now, nonce }: { signIn: ActiveSignIn; now: Date; nonce: FormNonce }) {
  const { id, device, signedInAt, lastActiveAt, isCurrent } = signIn
  return (
    <li className={security.item}>
      <span className={security.what}>
        <strong>{device}</strong>
        {isCurrent && <span className={styles.mark}>This one</span>}
        <span className="soft-small">
          Signed in {formatShopDateTime(signedInAt)}, {isCurrent ? 'in use now' : lastUsed(lastActiveAt, now)}
        </span>
      </span>
      {!isCurrent && (
        <form action={paths.accountSignIns} method="post">
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <Submit
            variant="tertiary"
            name="session"
            value={id}
            aria-label={`End the sign-in with ${device} of ${formatShopDateTime(signedInAt)}`}
            label="End"
          />
        </form>
      )}
    </li>
  )
}

const HOUR_MS = 3_600_000

/** The last use is stored by the hour. */
function lastUsed(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS)
  if (hours < 2) return 'used in the last two hours'
  return hours < 24 ? `last used ${hours} hours ago` : `last used on ${formatShopDay(at)}`
}

type SecondFactorProps = Pick<SignInsPageProps, 'hasSecondFactor' | 'recoveryCodes' | 'isRequired'> & {
  nonce: FormNonce
}

const SecondFactor = ({ hasSecondFactor, recoveryCodes, isRequired, nonce }: SecondFactorProps) => (
  <Section id="second-factor" title="Second factor">
    {hasSecondFactor ? (
      <>
        <p>
          <strong>On.</strong> After your password we ask for a code of your app.{' '}
          {recoveryCodes === 1 ? 'One recovery code is left.' : `${recoveryCodes} recovery codes are left.`}
        </p>
        <form action={paths.accountSecondFactor} method="post" className={styles.actions}>
          <input type="hidden" name={nonce.name} value={nonce.value} />
          <Submit variant="secondary" name="step" value="new-codes" label="Make new recovery codes" />
          <Submit variant="tertiary" name="step" value="switch-off" label="Switch off" />
        </form>
      </>
    ) : (
      <>
        <p>
          <strong>Off.</strong> With it a stolen password opens nothing: after the password we ask for a code that an
          app on your phone shows.
          {isRequired && ' This shop asks everyone who works in it for one, before the back office opens.'}
        </p>
        <p className={styles.actions}>
          <ButtonLink variant="secondary" href={paths.accountSecondFactor} label="Set up a second factor" />
        </p>
      </>
    )}
  </Section>
)

type PasskeyListProps = Pick<SignInsPageProps, 'passkeys' | 'needsPasskey' | 'passkeyUrl' | 'publicUrl'> & {
  readonly nonce: FormNonce
}

function PasskeyList({ passkeys, needsPasskey, passkeyUrl, publicUrl, nonce }: PasskeyListProps) {
  const hidden = <input type="hidden" name={nonce.name} value={nonce.value} />
  return (
    <Section id="passkeys" title="Passkeys">
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
                <Submit variant="tertiary" name="step" value="rename">
                  Rename<span className="screen-reader-text"> {name}</span>
                </Submit>
                <Submit variant="tertiary" name="step" value="delete" formNoValidate>
                  Remove<span className="screen-reader-text"> {name}</span>
                </Submit>
                {createdAt && <span className="soft-small">Added {formatShopDay(createdAt)}</span>}
              </form>
            </li>
          ))}
        </ul>
      )}
      <p className="soft-small" data-passkey-elsewhere hidden={passkeyUrl !== null}>
        {supportsPasskeys(publicUrl) ? (
          <>
            Passkeys belong to the name of this shop. They work only at{' '}
            <a href={publicUrl + paths.accountSignIns}>{publicUrl}</a>.
          </>
        ) : (
          `Passkeys belong to the name of a shop. This one is at ${publicUrl}, an address without a name, so that it has none.`
        )}
      </p>
      {passkeyUrl !== null && <AddPasskey needsPasskey={needsPasskey} passkeyUrl={passkeyUrl} nonce={nonce} />}
    </Section>
  )
}

type AddPasskeyProps = Pick<PasskeyListProps, 'needsPasskey' | 'nonce'> & { readonly passkeyUrl: string }

/** Invisible, but with its space reserved, until the script has found that this browser supports passkeys. */
const AddPasskey = ({ needsPasskey, passkeyUrl, nonce }: AddPasskeyProps) => (
  <>
    <form
      className={security.passkey}
      action={paths.accountPasskeys}
      method="post"
      data-passkey="register"
      data-passkey-url={passkeyUrl}
      data-nonce={nonce.value}
      inert
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
      <Submit variant={needsPasskey ? 'primary' : 'secondary'} label="Add a passkey" />
      <p className="soft-small" role="status" />
    </form>
    <noscript>
      <p className="soft-small">Adding a passkey needs JavaScript.</p>
    </noscript>
  </>
)

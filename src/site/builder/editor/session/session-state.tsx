import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { Button } from '../../../../platform/admin/parts.tsx'
import { RestError } from '../../../../platform/admin/rest.client.ts'
import states from '../../../../platform/admin/states.module.css'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineWords, useTimeFormats } from '../words.ts'
import type { PageSession, SessionState } from './page-session.ts'
import styles from './session.module.css'

const useFailureWords = defineWords({
  offline: [
    'The shop cannot be reached. Your connection may be down.',
    'La boutique est injoignable. Votre connexion est peut-être coupée.',
  ],
  'signed-out': [
    'You were signed out. Sign in again as {name} in another tab, then try once more: everything here stays.',
    'Vous avez été déconnecté. Reconnectez-vous comme {name} dans un autre onglet, puis réessayez : tout reste ici.',
  ],
  refused: ['{message}', 'La boutique a refusé : « {message} »'],
  down: ['The shop does not answer. Try again soon.', 'La boutique ne répond pas. Réessayez bientôt.'],
  other: ['Something went wrong. Try again.', 'Quelque chose n’a pas fonctionné. Réessayez.'],
  signIn: ['Sign in again', 'Se reconnecter'],
  again: ['Try again', 'Réessayer'],
})

/** Error message of a failed call; `kept` has the variants that mention changes stored in the browser. */
function useFailureText() {
  const words = useFailureWords()
  const { user } = useAdminContext()
  return (error: Error | null, kept: Partial<typeof words> = {}): string => {
    const failure = error instanceof RestError ? error.failure : null
    const kind = failure?.kind === 'refused' && failure.status >= 500 ? 'down' : (failure?.kind ?? 'other')
    return (kept[kind] ?? words[kind]).replace('{name}', user.name).replace('{message}', error?.message ?? '')
  }
}

/** Opens a new tab, so that nothing in this one is lost. */
const SignInLink = ({ className }: { readonly className?: string | undefined }) => (
  <a className={className} href={hrefs.login(location.pathname + location.search)} target="_blank" rel="noreferrer">
    {useFailureWords().signIn}
  </a>
)

type ProblemProps = { readonly error: Error | null; readonly retry?: () => unknown }

export function Problem({ error, retry }: ProblemProps) {
  const words = useFailureWords()
  const textOf = useFailureText()
  if (!error) return null
  return (
    <div role="alert" className={states.problem}>
      <Icon name="alert" />
      <div>
        <p>{textOf(error)}</p>
        {error instanceof RestError && error.failure.kind === 'signed-out' && (
          <SignInLink className={controls.button} />
        )}
        {retry && <Button label={words.again} onClick={retry} />}
      </div>
    </div>
  )
}

const useWords = defineWords({
  saved: ['Saved', 'Enregistré'],
  saving: ['Saving…', 'Enregistrement…'],
  draft: ['Draft saved {time}', 'Brouillon enregistré à {time}'],
  changed: ['Not saved yet', 'Pas encore enregistré'],
  offline: ['Offline: kept in this browser', 'Hors ligne : conservé dans ce navigateur'],
  down: [
    'The shop does not answer: kept in this browser, tried again soon',
    'La boutique ne répond pas : conservé dans ce navigateur, nouvel essai bientôt',
  ],
  full: [
    'Not stored: the shop does not answer, and this browser has no room. Copy your blocks before you leave.',
    'Non conservé : la boutique ne répond pas et ce navigateur est plein. Copiez vos blocs avant de quitter.',
  ],
  'signed-out': [
    'Signed out: kept in this browser. Sign in as {name} in another tab to continue.',
    'Déconnecté : conservé dans ce navigateur. Connectez-vous comme {name} dans un autre onglet pour continuer.',
  ],
  holder: ['{name} is editing this page. You can view it.', '{name} modifie cette page. Vous pouvez la regarder.'],
  otherWindow: ['You are editing this page in another window.', 'Vous modifiez cette page dans une autre fenêtre.'],
  kept: ['What you changed is stored as your draft.', 'Vos modifications sont gardées comme brouillon.'],
  savedInBrowser: [
    'What you changed here is kept in this browser.',
    'Vos modifications ici restent dans ce navigateur.',
  ],
  takeOver: ['Take over', 'Prendre la main'],
})

export function SavedText({ state }: { state: SessionState }) {
  const { failure, isSaving, isDirty, draftSavedAt, isInBrowser } = state
  const words = useWords()
  const { clock } = useTimeFormats()
  const textOf = useFailureText()
  if (isSaving) return <p className={styles.saved}>{words.saving}</p>
  if (!failure) {
    const draft = draftSavedAt && words.draft.replace('{time}', clock(draftSavedAt))
    return <p className={styles.saved}>{isDirty ? (draft ?? words.changed) : words.saved}</p>
  }
  const isRefused = failure.kind === 'refused' && failure.status < 500
  const isFull = isDirty && !isInBrowser && !isRefused
  return (
    <p className={styles.saved} role="alert" data-failed>
      <Icon name="alert" size={16} />
      {isFull ? words.full : textOf(new RestError(failure), words)}
      {failure.kind === 'signed-out' && <SignInLink />}
    </p>
  )
}

export function LockNotice({ session, state }: { session: PageSession; state: SessionState }) {
  const words = useWords()
  const { user } = useAdminContext()
  const { holder, isDirty, isInBrowser } = state
  if (!holder) return null
  const isOwn = holder.user_id === user.id
  return (
    <div className={styles.lock} role="alert">
      <p>
        {isOwn ? words.otherWindow : words.holder.replace('{name}', holder.name)}
        {isDirty && !isOwn && ` ${words.kept}`}
        {isDirty && isOwn && isInBrowser && ` ${words.savedInBrowser}`}
      </p>
      <Button label={words.takeOver} onClick={() => void session.renewLock(true)} />
    </div>
  )
}

import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'
import { RestError } from '../../../../platform/admin/rest.client.ts'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { defineWords, useTimeFormats } from '../words.ts'
import type { PageSession, SessionState } from './page-session.ts'
import { SignInLink, useFailureText } from './problem.tsx'
import styles from './session.module.css'

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
    'Signed out: kept in this browser. Sign in as {name} in another tab, and it goes on.',
    'Déconnecté : conservé dans ce navigateur. Connectez-vous comme {name} dans un autre onglet pour continuer.',
  ],
  holder: ['{name} edits this page. You can look at it.', '{name} modifie cette page. Vous pouvez la regarder.'],
  otherWindow: ['You edit this page in another window.', 'Vous modifiez cette page dans une autre fenêtre.'],
  kept: ['What you changed is stored as your draft.', 'Vos modifications sont gardées comme brouillon.'],
  keptHere: ['What you changed here is kept in this browser.', 'Vos modifications ici restent dans ce navigateur.'],
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
        {isDirty && isOwn && isInBrowser && ` ${words.keptHere}`}
      </p>
      <Button label={words.takeOver} onClick={() => void session.renewLock(true)} />
    </div>
  )
}

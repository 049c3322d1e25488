import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { parseGmt } from '../../../../platform/admin/parts.tsx'
import { Popup } from '../../../../platform/admin/popup.tsx'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { useEditor } from '../editor-api.ts'
import { defineWords, type Language } from '../words.ts'
import { PageSession } from './page-session.ts'
import { RevisionsDialog } from './revisions-dialog.tsx'
import styles from './session.module.css'
import {
  ConflictQuestion,
  ExitQuestion,
  OffersQuestion,
  PublishQuestion,
  ScheduleQuestion,
} from './session-questions.tsx'
import { LockNotice, SavedText } from './session-state.tsx'
import { useTimes } from './session-times.ts'
import { TemplatesDialog } from './templates-dialog.tsx'
import { useClipboard } from './use-clipboard.ts'

const useWords = defineWords({
  en: {
    bar: 'Page',
    exit: 'Exit',
    title: 'Title',
    draft: 'Draft',
    pending: 'Waiting for review',
    publish: 'Published',
    private: 'Private',
    future: 'Scheduled',
    trash: 'In the trash',
    saveDraft: 'Save draft',
    goPublic: 'Publish',
    update: 'Update',
    schedule: 'Schedule',
    preview: 'Preview',
    menu: 'Menu',
    frontend: 'Show on frontend',
    templates: 'Templates',
    revisions: 'Revisions',
    copy: 'Copy block',
    paste: 'Paste blocks',
    language: 'Language',
    saved: 'The page is saved.',
    draftSaved: 'The draft is saved.',
  },
  fr: {
    bar: 'Page',
    exit: 'Quitter',
    title: 'Titre',
    draft: 'Brouillon',
    pending: 'En attente de relecture',
    publish: 'Publiée',
    private: 'Privée',
    future: 'Planifiée',
    trash: 'Dans la corbeille',
    saveDraft: 'Enregistrer le brouillon',
    goPublic: 'Publier',
    update: 'Mettre à jour',
    schedule: 'Planifier',
    preview: 'Aperçu',
    menu: 'Menu',
    frontend: 'Voir sur le site',
    templates: 'Modèles',
    revisions: 'Révisions',
    copy: 'Copier le bloc',
    paste: 'Coller les blocs',
    language: 'Langue',
    saved: 'La page est enregistrée.',
    draftSaved: 'Le brouillon est enregistré.',
  },
})

type Dialog = 'publish' | 'schedule' | 'exit' | 'revisions' | 'templates'

/** The head of the editor: the page's title and status, what is saved, and what can be done with the page as a whole. */
export function SessionBar({ page: loaded }: { page: PageJson }) {
  const editor = useEditor()
  const { rest, user } = useAdminContext()
  const words = useWords()
  const { dayAndTime } = useTimes()
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  const [session] = useState(
    () =>
      new PageSession(loaded, {
        rest,
        userId: user.id,
        canvas: () => latest.current,
        storage: localStorage,
        now: Date.now,
      }),
  )
  const state = useSyncExternalStore(session.subscribe, session.read)
  const clipboard = useClipboard()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  useEffect(() => session.start(), [session])
  const { page, isDirty, isSaving, holder, offers, conflict } = state
  const isLocked = holder !== null
  const { setReadOnly } = editor
  useEffect(() => setReadOnly(isLocked), [setReadOnly, isLocked])

  const isProduct = page.kind === 'product'
  const isUnpublished = page.status === 'draft' || page.status === 'pending' || page.status === 'future'
  const say = (text: string) => (isDone: boolean) => isDone && editor.announce(text)
  const saveDraft = () =>
    page.status === 'draft'
      ? session.save({ status: 'draft' }).then(say(words.draftSaved))
      : session.storeDraft().then(say(words.draftSaved))
  const preview = async () => {
    // Opened at once, or the browser takes it for an unwanted window.
    const tab = open('about:blank')
    if (isDirty && !isLocked) await session.storeDraft()
    const { link, preview_link } = session.read().page
    const href = new URL(isProduct && page.status === 'publish' ? link : preview_link, location.href)
    href.searchParams.set('sktbuilder_draft', 'true')
    tab?.location.replace(href)
  }
  const leave = () => location.assign(hrefs.editEntry(page.id))
  const exit = async () => {
    if (!isDirty || isLocked) return leave()
    await session.storeDraft()
    setDialog('exit')
  }
  const frontend = new URL(page.link, location.href)
  frontend.searchParams.delete('sktbuilder')
  const questionProps = { session, state, onClose: close }
  return (
    <header className={styles.bar} aria-label={words.bar}>
      <Button onClick={() => void exit()}>
        <Icon name="left" size={16} /> {words.exit}
      </Button>
      <input
        className={styles.title}
        aria-label={words.title}
        value={state.title}
        maxLength={500}
        readOnly={isLocked || isProduct}
        onChange={({ target }) => session.setTitle(target.value)}
      />
      <p className={styles.status}>
        {words[page.status]}
        {page.status === 'future' && `: ${dayAndTime(parseGmt(page.date_gmt))}`}
      </p>
      <SavedText state={state} />
      <Popup icon="menu" title={words.menu}>
        <div className={styles.menu}>
          <a className={controls.button} href={frontend.href} target="_blank" rel="noreferrer">
            {words.frontend}
          </a>
          {!isProduct && isUnpublished && (
            <Button disabled={isLocked} onClick={() => setDialog('schedule')}>
              {words.schedule}
            </Button>
          )}
          <Button onClick={() => setDialog('templates')}>{words.templates}</Button>
          <Button disabled={isLocked} onClick={() => setDialog('revisions')}>
            {words.revisions}
          </Button>
          <Button
            disabled={editor.selected === null}
            onClick={() => navigator.clipboard?.writeText(clipboard.copyBlock() ?? '').catch(() => {})}
          >
            {words.copy}
          </Button>
          <Button disabled={isLocked} onClick={() => clipboard.paste('')}>
            {words.paste}
          </Button>
          <label className={styles.field}>
            {words.language}
            <select value={editor.language} onChange={({ target }) => editor.setLanguage(target.value as Language)}>
              <option value="en">English</option>
              <option value="fr">Français</option>
            </select>
          </label>
        </div>
      </Popup>
      <Button onClick={() => void preview()}>{words.preview}</Button>
      <Button disabled={isLocked || isSaving || !isDirty} onClick={() => void saveDraft()}>
        {words.saveDraft}
      </Button>
      {isUnpublished && !isProduct ? (
        <Button isMain disabled={isLocked || isSaving} onClick={() => setDialog('publish')}>
          {words.goPublic}
        </Button>
      ) : (
        <Button
          isMain
          disabled={isLocked || isSaving || !isDirty}
          onClick={() => void session.save().then(say(words.saved))}
        >
          {words.update}
        </Button>
      )}
      <LockNotice session={session} state={state} />
      {!isLocked && offers.length > 0 && <OffersQuestion session={session} state={state} />}
      {conflict && (
        <ConflictQuestion
          session={session}
          conflict={conflict}
          document={editor.document()}
          onTake={() => clipboard.copyPage(editor.document())}
        />
      )}
      {dialog === 'publish' && <PublishQuestion {...questionProps} />}
      {dialog === 'schedule' && <ScheduleQuestion {...questionProps} />}
      {dialog === 'exit' && <ExitQuestion session={session} leave={leave} onClose={close} />}
      {dialog === 'revisions' && <RevisionsDialog {...questionProps} />}
      {dialog === 'templates' && <TemplatesDialog isReadOnly={isLocked} onClose={close} />}
    </header>
  )
}

const Button = ({ isMain = false, ...props }: ComponentProps<'button'> & { readonly isMain?: boolean }) => (
  <button type="button" className={isMain ? controls.primary : controls.button} {...props} />
)

import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import kit from '../../../../platform/admin/fields/field.module.css'
import { Badge, Button, parseGmt } from '../../../../platform/admin/parts.tsx'
import { Popup } from '../../../../platform/admin/popup.tsx'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { useCanvas, useSelected } from '../canvas/canvas-context.tsx'
import { defineWords, type Language, LanguageContext, useTimeFormats } from '../words.ts'
import { browserCopies } from './page-copies.ts'
import { PageSession } from './page-session.ts'
import { RevisionsDialog } from './revisions-dialog.tsx'
import styles from './session.module.css'
import { ConflictQuestion, ExitQuestion, OffersQuestion, PublishQuestion } from './session-questions.tsx'
import { LockNotice, SavedText } from './session-state.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { useClipboard } from './use-clipboard.ts'

const useWords = defineWords({
  exit: ['Exit', 'Quitter'],
  title: ['Title', 'Titre'],
  draft: ['Draft', 'Brouillon'],
  pending: ['Waiting for review', 'En attente de relecture'],
  publish: ['Published', 'Publiée'],
  private: ['Private', 'Privée'],
  future: ['Scheduled', 'Planifiée'],
  trash: ['In the trash', 'Dans la corbeille'],
  saveDraft: ['Save draft', 'Enregistrer le brouillon'],
  goPublic: ['Publish', 'Publier'],
  update: ['Update', 'Mettre à jour'],
  schedule: ['Schedule', 'Planifier'],
  preview: ['Preview', 'Aperçu'],
  menu: ['Menu', 'Menu'],
  frontend: ['Show on frontend', 'Voir sur le site'],
  templates: ['Templates', 'Modèles'],
  revisions: ['Revisions', 'Révisions'],
  copy: ['Copy block', 'Copier le bloc'],
  paste: ['Paste blocks', 'Coller les blocs'],
  language: ['Language', 'Langue'],
  saved: ['The page is saved.', 'La page est enregistrée.'],
  draftSaved: ['The draft is saved.', 'Le brouillon est enregistré.'],
})

type Dialog = 'publish' | 'schedule' | 'exit' | 'revisions' | 'templates'

/** Header of the editor: the page's title, status, save state and page actions. */
export function SessionBar() {
  const canvas = useCanvas()
  const { page: loaded, setReadOnly } = canvas
  const selected = useSelected()
  const { rest, user } = useAdminContext()
  const words = useWords()
  const { dayAndTime } = useTimeFormats()
  const [session] = useState(
    () =>
      new PageSession(loaded, {
        rest,
        userId: user.id,
        canvas,
        browser: browserCopies(localStorage, user.id, loaded.id),
        now: Date.now,
      }),
  )
  const [language, setLanguage] = useContext(LanguageContext)
  const state = useSyncExternalStore(session.subscribe, session.read)
  const clipboard = useClipboard()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  useEffect(() => session.start(), [session])
  const { page, isDirty, isSaving, holder, offers, conflict } = state
  const isLocked = holder !== null
  useEffect(() => setReadOnly(isLocked), [setReadOnly, isLocked])

  const isProduct = page.kind === 'product'
  const isPublishing = !isProduct && ['draft', 'pending', 'future'].includes(page.status)
  const say = (text: string) => (isDone: boolean) => isDone && canvas.announce(text)
  const saveDraft = () =>
    (page.status === 'draft' ? session.save({ status: 'draft' }) : session.storeDraft()).then(say(words.draftSaved))
  const preview = async () => {
    // Opened synchronously, because browsers block windows that open without a click.
    const tab = open('about:blank')
    if (session.storeChanges() && !isLocked) await session.storeDraft()
    const { link, preview_link } = session.read().page
    const href = new URL(isProduct && page.status === 'publish' ? link : preview_link, location.href)
    href.searchParams.set('sktbuilder_draft', 'true')
    tab?.location.replace(href)
  }
  const leave = () => location.assign(hrefs.editEntry(page.id))
  const exit = async () => {
    if (!session.storeChanges() || isLocked) return leave()
    await session.storeDraft()
    setDialog('exit')
  }
  const dialogProps = { session, state, onClose: () => setDialog(null) }
  return (
    <div className={styles.bar}>
      <h1 className="visually-hidden">{state.title}</h1>
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
      <Badge>
        {page.status === 'future' ? `${words.future}: ${dayAndTime(parseGmt(page.date_gmt))}` : words[page.status]}
      </Badge>
      <SavedText state={state} />
      <div className={styles.actions}>
        <Popup icon="menu" title={words.menu}>
          <div className={styles.menu}>
            <a className={controls.button} href={page.link} target="_blank" rel="noreferrer">
              {words.frontend}
            </a>
            {isPublishing && (
              <Button label={words.schedule} disabled={isLocked} onClick={() => setDialog('schedule')} />
            )}
            <Button label={words.templates} onClick={() => setDialog('templates')} />
            <Button label={words.revisions} disabled={isLocked} onClick={() => setDialog('revisions')} />
            <Button label={words.copy} disabled={selected === undefined} onClick={clipboard.copy} />
            <Button label={words.paste} disabled={isLocked} onClick={clipboard.paste} />
            <label className={kit.field}>
              {words.language}
              <select value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
                <option value="en">English</option>
                <option value="fr">Français</option>
              </select>
            </label>
          </div>
        </Popup>
        <Button label={words.preview} onClick={() => void preview()} />
        <Button label={words.saveDraft} disabled={isLocked || isSaving || !isDirty} onClick={() => void saveDraft()} />
        <Button
          label={isPublishing ? words.goPublic : words.update}
          kind="primary"
          disabled={isLocked || isSaving || !(isPublishing || isDirty)}
          onClick={isPublishing ? () => setDialog('publish') : () => void session.save().then(say(words.saved))}
        />
      </div>
      <LockNotice session={session} state={state} />
      {!isLocked && offers.length > 0 && <OffersQuestion {...dialogProps} />}
      {conflict && <ConflictQuestion session={session} current={conflict.current} />}
      {dialog === 'publish' && <PublishQuestion {...dialogProps} />}
      {dialog === 'schedule' && <PublishQuestion {...dialogProps} isScheduling />}
      {dialog === 'exit' && <ExitQuestion {...dialogProps} leave={leave} />}
      {dialog === 'revisions' && <RevisionsDialog {...dialogProps} />}
      {dialog === 'templates' && <TemplatesDialog {...dialogProps} />}
    </div>
  )
}

import { type FormEvent, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { QueryState, useRest } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { findBlock } from '../../../../things/blocks/edits.ts'
import type { Block } from '../../../../things/entries/page-document.ts'
import { useEditor } from '../editor-api.ts'
import { defineWords } from '../words.ts'
import { readBlocks, withBlocks } from './clipboard.ts'
import styles from './session.module.css'
import { SessionDialog } from './session-dialog.tsx'

const useWords = defineWords({
  en: {
    templates: 'Templates',
    none: 'No templates yet. Save the blocks of a page as the first one.',
    insert: 'Insert',
    replace: 'Replace the page',
    delete: 'Delete',
    deleted: '“{title}” is deleted.',
    undo: 'Undo',
    title: 'Title of the template',
    what: 'Blocks',
    page: 'The whole page',
    block: 'The selected block',
    save: 'Save as template',
    saved: 'The template is saved.',
    inserted: 'The blocks are on the page.',
    tooLarge: 'The page would become too large.',
    failed: 'The shop did not answer as expected. Try again.',
  },
  fr: {
    templates: 'Modèles',
    none: 'Aucun modèle. Enregistrez les blocs d’une page comme premier modèle.',
    insert: 'Insérer',
    replace: 'Remplacer la page',
    delete: 'Supprimer',
    deleted: '« {title} » est supprimé.',
    undo: 'Annuler',
    title: 'Titre du modèle',
    what: 'Blocs',
    page: 'Toute la page',
    block: 'Le bloc sélectionné',
    save: 'Enregistrer comme modèle',
    saved: 'Le modèle est enregistré.',
    inserted: 'Les blocs sont sur la page.',
    tooLarge: 'La page deviendrait trop grande.',
    failed: 'La boutique n’a pas répondu comme prévu. Réessayez.',
  },
})

type TemplateJson = {
  readonly id: number
  readonly title: string
  readonly image: string
  readonly blocks: readonly Block[]
  readonly version?: string | null
}
type NewTemplate = Pick<TemplateJson, 'title' | 'blocks'> & { readonly image?: string }

const href = `${paths.restBuilder}/templates`

/** Templates to begin with, and the page or a block as a new one. */
export function TemplatesDialog({ isReadOnly, onClose }: { isReadOnly: boolean; onClose: () => void }) {
  const words = useWords()
  const editor = useEditor()
  const { rest } = useAdminContext()
  const query = useRest<readonly TemplateJson[]>([href], href)
  const [title, setTitle] = useState('')
  const [isBlockOnly, setIsBlockOnly] = useState(editor.selected !== null)
  const [said, say] = useState('')
  const [deleted, setDeleted] = useState<TemplateJson | null>(null)
  const add = useSend((_, template: NewTemplate) => rest.send('POST', href, template), [href], {
    onError: () => say(words.failed),
  })
  const remove = useSend((_, template: TemplateJson) => rest.send('DELETE', `${href}/${template.id}`, {}), [href], {
    onSuccess: (_, template) => {
      setDeleted(template)
      say(words.deleted.replace('{title}', template.title))
    },
    onError: () => say(words.failed),
  })
  const selected = editor.selected === null ? undefined : findBlock(editor.document(), editor.selected)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const blocks = isBlockOnly && selected ? [selected] : editor.document().blocks
    const onSuccess = () => {
      setTitle('')
      setDeleted(null)
      say(words.saved)
    }
    if (title.trim() !== '' && blocks.length > 0) add.mutate({ title: title.trim(), blocks, image: '' }, { onSuccess })
  }
  const load = (template: TemplateJson, replaces: boolean) => {
    const blocks = readBlocks(template)
    const document = editor.document()
    const after = blocks && withBlocks(replaces ? { ...document, blocks: [] } : document, blocks, null)
    if (!after) return say(words.tooLarge)
    editor.replace(after.document)
    editor.announce(words.inserted)
    onClose()
  }
  return (
    <SessionDialog title={words.templates} onClose={onClose}>
      <QueryState query={query} />
      {query.data?.length === 0 && <p>{words.none}</p>}
      <ul className={controls.list}>
        {query.data?.map((template) => (
          <li key={template.id} className={controls.item}>
            {template.image !== '' && <img src={template.image} alt="" width={44} height={72} />}
            <div className={controls.words}>{template.title}</div>
            {!isReadOnly && (
              <>
                <Action label={words.insert} about={template.title} onClick={() => load(template, false)} />
                <Action label={words.replace} about={template.title} onClick={() => load(template, true)} />
              </>
            )}
            <Action isDanger label={words.delete} about={template.title} onClick={() => remove.mutate(template)} />
          </li>
        ))}
      </ul>
      <div className={styles.said}>
        <p role="status">{said}</p>
        {deleted && (
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              const { title: name, image, blocks } = deleted
              setDeleted(null)
              say('')
              add.mutate({ title: name, image, blocks })
            }}
          >
            {words.undo}
          </button>
        )}
      </div>
      <form className={styles.newTemplate} onSubmit={save}>
        <label className={styles.field}>
          {words.title}
          <input value={title} required maxLength={200} onChange={({ target }) => setTitle(target.value)} />
        </label>
        {selected && (
          <label className={styles.field}>
            {words.what}
            <select
              value={isBlockOnly ? 'block' : 'page'}
              onChange={({ target }) => setIsBlockOnly(target.value === 'block')}
            >
              <option value="page">{words.page}</option>
              <option value="block">{words.block}</option>
            </select>
          </label>
        )}
        <button type="submit" className={controls.primary} disabled={add.isPending}>
          {words.save}
        </button>
      </form>
    </SessionDialog>
  )
}

type ActionProps = {
  readonly label: string
  readonly about: string
  readonly isDanger?: boolean
  readonly onClick: () => void
}

const Action = ({ label, about, isDanger, onClick }: ActionProps) => (
  <button
    type="button"
    className={isDanger ? controls.danger : controls.button}
    aria-label={`${label}: ${about}`}
    onClick={onClick}
  >
    {label}
  </button>
)

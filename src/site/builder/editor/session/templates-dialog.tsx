import { type FormEvent, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { Button, QueryState, useRest } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { findBlock } from '../../../../things/blocks/edits.ts'
import type { Block } from '../../../../things/entries/page-document.ts'
import { useEditor } from '../editor-api.ts'
import { readBlocks, withBlocks } from './clipboard.ts'
import styles from './session.module.css'
import { SessionDialog } from './session-dialog.tsx'
import { wordPairs } from './word-pairs.ts'

const useWords = wordPairs({
  templates: ['Templates', 'Modèles'],
  none: [
    'No templates yet. Save the blocks of a page as the first one.',
    'Aucun modèle. Enregistrez les blocs d’une page comme premier modèle.',
  ],
  insert: ['Insert', 'Insérer'],
  replace: ['Replace the page', 'Remplacer la page'],
  delete: ['Delete', 'Supprimer'],
  deleted: ['“{title}” is deleted.', '« {title} » est supprimé.'],
  undo: ['Undo', 'Annuler'],
  title: ['Title of the template', 'Titre du modèle'],
  what: ['Blocks', 'Blocs'],
  page: ['The whole page', 'Toute la page'],
  block: ['The selected block', 'Le bloc sélectionné'],
  save: ['Save as template', 'Enregistrer comme modèle'],
  saved: ['The template is saved.', 'Le modèle est enregistré.'],
  inserted: ['The blocks are on the page.', 'Les blocs sont sur la page.'],
  tooLarge: ['The page would become too large.', 'La page deviendrait trop grande.'],
  failed: ['The shop did not answer as expected. Try again.', 'La boutique n’a pas répondu comme prévu. Réessayez.'],
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
  // Others add templates, too.
  const [openedAt] = useState(Date.now)
  const query = useRest<readonly TemplateJson[]>([href, openedAt], href)
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
  const putBack = ({ title: name, image, blocks }: TemplateJson) => {
    setDeleted(null)
    say('')
    add.mutate({ title: name, image, blocks })
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
                <Button
                  label={words.insert}
                  aria-label={`${words.insert}: ${template.title}`}
                  onClick={() => load(template, false)}
                />
                <Button
                  label={words.replace}
                  aria-label={`${words.replace}: ${template.title}`}
                  onClick={() => load(template, true)}
                />
              </>
            )}
            <Button
              kind="danger"
              label={words.delete}
              aria-label={`${words.delete}: ${template.title}`}
              onClick={() => remove.mutate(template)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.said}>
        <p role="status">{said}</p>
        {deleted && <Button label={words.undo} onClick={() => putBack(deleted)} />}
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
        <Button type="submit" kind="primary" label={words.save} disabled={add.isPending} />
      </form>
    </SessionDialog>
  )
}

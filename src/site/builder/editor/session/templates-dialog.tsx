import { type FormEvent, useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import kit from '../../../../platform/admin/fields/field.module.css'
import { Button, Skeleton, useRest } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { Template } from '../../templates.ts'
import { useCanvas } from '../canvas/canvas-context.tsx'
import { defineWords } from '../words.ts'
import { readBlocks, withBlocks } from './clipboard.ts'
import styles from './session.module.css'
import { type DialogProps, SessionDialog } from './session-dialog.tsx'
import { Problem } from './session-state.tsx'

const useWords = defineWords({
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
  block: ['Only the selected block', 'Seulement le bloc sélectionné'],
  save: ['Save as template', 'Enregistrer comme modèle'],
  saved: ['The template is saved.', 'Le modèle est enregistré.'],
  inserted: ['The blocks are on the page.', 'Les blocs sont sur la page.'],
  tooLarge: ['The page would become too large.', 'La page deviendrait trop grande.'],
})

const href = `${paths.restBuilder}/templates`

export function TemplatesDialog({ onClose }: DialogProps) {
  const words = useWords()
  const canvas = useCanvas()
  // Loaded on every opening, because other users add templates too.
  const query = useRest<readonly Template[]>([href], href, { staleTime: 0 })
  const [{ text, deleted }, say] = useState<{ readonly text: string; readonly deleted?: Template }>({ text: '' })
  const add = useSend(
    (rest, template: Pick<Template, 'title' | 'blocks'> & Partial<Template>) => rest.send('POST', href, template),
    [href],
  )
  const remove = useSend((rest, { id }: Template) => rest.send('DELETE', `${href}/${id}`, {}), [href], {
    onSuccess: (_, template) => say({ text: words.deleted.replace('{title}', template.title), deleted: template }),
  })
  const selected = canvas.selectedBlock()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const sent = new FormData(form)
    const title = (sent.get('title') as string).trim()
    const blocks = sent.has('block') && selected ? [selected] : canvas.document().blocks
    const onSuccess = () => {
      form.reset()
      say({ text: words.saved })
    }
    if (title !== '' && blocks.length > 0) add.mutate({ title, blocks }, { onSuccess })
  }
  const putBack = ({ title, image, blocks }: Template) => {
    say({ text: '' })
    add.mutate({ title, image, blocks })
  }
  const load = (template: Template, replaces: boolean) => {
    const blocks = readBlocks(template)
    const document = canvas.document()
    const after = blocks && withBlocks(replaces ? { ...document, blocks: [] } : document, blocks, null)
    if (!after) return say({ text: words.tooLarge })
    canvas.replace(after.document)
    canvas.announce(words.inserted)
    onClose()
  }
  return (
    <SessionDialog title={words.templates} onClose={onClose}>
      <Problem error={query.error} retry={query.refetch} />
      {query.isPending && <Skeleton width="320px" />}
      {query.data?.length === 0 && <p>{words.none}</p>}
      <ul className={controls.list}>
        {query.data?.map((template) => (
          <li key={template.id} className={controls.item}>
            {template.image !== '' && <img src={template.image} alt="" width={44} height={72} />}
            <div className={controls.words}>{template.title}</div>
            {!canvas.isReadOnly &&
              (['insert', 'replace'] as const).map((way) => (
                <Button
                  key={way}
                  label={words[way]}
                  aria-label={`${words[way]}: ${template.title}`}
                  onClick={() => load(template, way === 'replace')}
                />
              ))}
            <Button
              kind="danger"
              label={words.delete}
              aria-label={`${words.delete}: ${template.title}`}
              onClick={() => remove.mutate(template)}
            />
          </li>
        ))}
      </ul>
      <Problem error={add.error ?? remove.error} />
      <div className={styles.said}>
        <p role="status">{text}</p>
        {deleted && <Button label={words.undo} onClick={() => putBack(deleted)} />}
      </div>
      <form className={styles.newTemplate} onSubmit={save}>
        <label className={`${kit.field} ${controls.words}`}>
          {words.title}
          <input name="title" required maxLength={200} />
        </label>
        {selected && (
          <label>
            <input type="checkbox" name="block" defaultChecked /> {words.block}
          </label>
        )}
        <Button type="submit" kind="primary" label={words.save} disabled={add.isPending} />
      </form>
    </SessionDialog>
  )
}

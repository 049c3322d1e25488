import type { Editor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form'
import controls from '../../../platform/admin/controls.module.css'
import dialogStyles from '../../../platform/admin/dialog.module.css'
import { TextArea } from '../../../platform/admin/fields/field.tsx'
import { contentOf, htmlBlocks } from '../../../platform/admin/fields/rich-text-html.ts'
import { usePreview } from '../../../platform/admin/fields/use-preview.ts'
import { Button, ErrorState, QueryState, useRest } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { FeatureJson, FeaturePreviewJson } from '../feature-json.ts'
import styles from './feature-dialog.module.css'
import { type FeatureRange, featureAround } from './feature-text.ts'
import { emptyItem, type FeatureValues, htmlOfValues, valuesOf } from './feature-values.ts'
import { OptionField } from './option-field.tsx'

type DialogProps = { readonly editor: Editor; readonly onClose: () => void }

/** A portal, because forms cannot be nested. */
export function FeatureDialog({ editor, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const query = useRest<readonly FeatureJson[]>([paths.restFeatures], paths.restFeatures)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      // React also bubbles the close event of the media library, which opens from this dialog.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      <h2 id={titleId}>Presentation feature</h2>
      {query.data ? <Choice editor={editor} features={query.data} onDone={close} /> : <QueryState query={query} />}
    </dialog>,
    document.body,
  )
}

type ChoiceProps = { readonly editor: Editor; readonly features: readonly FeatureJson[]; readonly onDone: () => void }

function Choice({ editor, features, onDone }: ChoiceProps) {
  /** The feature at the cursor. */
  const [range] = useState(() =>
    featureAround(htmlBlocks(editor.getHTML()), editor.state.selection.$from.index(0), features),
  )
  const [name, setName] = useState(range?.feature.name ?? '')
  const feature = features.find((one) => one.name === name)
  const id = useId()
  const insert = (html: string) => {
    const { doc, selection } = editor.state
    const start = (index: number) => doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    const after = selection.$from.depth === 0 ? selection.to : selection.$from.after(1)
    const place = range ? { from: start(range.from), to: start(range.to + 1) } : after
    editor
      .chain()
      .focus()
      .insertContentAt(place, contentOf(html).content ?? [])
      .run()
    onDone()
  }
  return (
    <>
      {!range && (
        <p>
          <label htmlFor={id}>Feature</label>
          <select id={id} className={controls.field} value={name} onChange={(event) => setName(event.target.value)}>
            <option value="">Choose one</option>
            {features.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        </p>
      )}
      {feature ? (
        <Options key={name} feature={feature} range={range} features={features} onInsert={insert} onDone={onDone} />
      ) : (
        <div className={dialogStyles.buttons}>
          <Button label="Cancel" onClick={onDone} />
        </div>
      )}
    </>
  )
}

type OptionsProps = Omit<ChoiceProps, 'editor'> & {
  readonly feature: FeatureJson
  readonly range: FeatureRange | null
  readonly onInsert: (html: string) => void
}

function Options({ feature, features, range, onInsert, onDone }: OptionsProps) {
  const form = useForm<FeatureValues>({ defaultValues: valuesOf(feature, features, range?.feature) })
  return (
    <FormProvider {...form}>
      <div className={styles.columns}>
        <div className={styles.options}>
          {feature.options.map((option) => (
            <OptionField key={option.name} option={option} name={`options.${option.name}`} />
          ))}
          {feature.encloses_text && <TextArea name="text" label="Text" rows={6} />}
          {feature.item && <Items item={feature.item} />}
        </div>
        <Preview feature={feature} />
      </div>
      <div className={dialogStyles.buttons}>
        <Button
          kind="primary"
          label={range ? 'Change it in the text' : 'Insert into the text'}
          onClick={() => onInsert(htmlOfValues(feature, form.getValues()))}
        />
        <Button label="Cancel" onClick={onDone} />
      </div>
    </FormProvider>
  )
}

function Preview({ feature }: { readonly feature: FeatureJson }) {
  const { control, getValues } = useFormContext<FeatureValues>()
  useWatch({ control })
  const html = htmlOfValues(feature, getValues())
  const preview = usePreview<FeaturePreviewJson>(`${paths.restFeatures}/preview`, 'content', html)
  const { document = '', refused = [] } = preview.data ?? {}
  return (
    <div className={styles.preview} aria-live="polite">
      {preview.isError ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : (
        <iframe title="Preview" srcDoc={document} sandbox="allow-same-origin" />
      )}
      {refused.length > 0 && (
        <p className={styles.refused}>Not possible, so its default is shown: {refused.join(', ')}.</p>
      )}
    </div>
  )
}

function Items({ item }: { readonly item: NonNullable<FeatureJson['item']> }) {
  const { fields, append, remove, swap } = useFieldArray<FeatureValues, 'items'>({ name: 'items' })
  const title = (index: number) => `${item.title} ${index + 1}`
  return (
    <>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={styles.item}>
          <legend>{title(index)}</legend>
          {item.options.map((option) => (
            <OptionField key={option.name} option={option} name={`items.${index}.options.${option.name}`} />
          ))}
          <TextArea name={`items.${index}.text`} label="Text" rows={4} />
          <div className={dialogStyles.buttons}>
            {index > 0 && <Button label={`Move ${title(index)} up`} onClick={() => swap(index, index - 1)} />}
            <Button label={`Remove ${title(index)}`} onClick={() => remove(index)} />
          </div>
        </fieldset>
      ))}
      <p>
        <Button label={`Add: ${item.title}`} onClick={() => append(emptyItem(item))} />
      </p>
    </>
  )
}

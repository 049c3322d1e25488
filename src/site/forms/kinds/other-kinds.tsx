import { button } from '../../../platform/ui/button.tsx'
import { htmlIdOf } from '../form-names.ts'
import { choicesOf, hasOption, integerOption, optionOf, optionsOf, tagsOfField, templateOf } from '../form-tag.ts'
import { endingOf } from '../rules.ts'
import {
  controlClass,
  type FieldKind,
  type FormView,
  fieldErrorOf,
  Input,
  initialText,
  initialTexts,
} from './field-kind.tsx'
import { lengthsOf } from './typed-kinds.tsx'

const units: Readonly<Record<string, number>> = { '': 1, kb: 1024, mb: 1024 * 1024 }
const DEFAULT_LIMIT = 1024 * 1024

/** Maximum size of a file field in bytes: `limit:2mb`. */
export function fileLimitOf(tag: Parameters<typeof optionOf>[0]): number {
  const [, digits, unit = ''] = /^(\d{1,9})(kb|mb)?$/i.exec(optionOf(tag, 'limit') ?? '') ?? []
  return digits === undefined ? DEFAULT_LIMIT : Number(digits) * (units[unit.toLowerCase()] ?? 1)
}

/** `.pdf`, `image/*` from `filetypes:pdf|image/*`. */
function fileTypesOf(tag: Parameters<typeof optionOf>[0]): string[] {
  const named = optionsOf(tag, 'filetypes').flatMap((types) => types.split(/[|,\s]+/))
  const types = named.map((type) => type.trim().toLowerCase()).filter((type) => type !== '')
  if (types.length === 0) return ['audio/*', 'video/*', 'image/*']
  return types.map((type) => (type.includes('/') ? type : `.${endingOf(`.${type}`) || type}`))
}

const file: FieldKind = {
  rules: (tag, messages) => [
    { rule: 'file', accept: fileTypesOf(tag), error: messages.upload_file_type_invalid },
    { rule: 'maxfilesize', threshold: fileLimitOf(tag), error: messages.upload_file_too_large },
  ],
  Control({ tag, view }) {
    const capture = optionOf(tag, 'capture')
    const [sent] = view.result?.files?.get(tag.name) ?? []
    const isToChoose = sent && fieldErrorOf(view, tag.name) === undefined
    const noteId = htmlIdOf(`${view.unitTag}-again-${tag.name}`)
    return (
      <>
        <Input
          tag={tag}
          view={view}
          size={integerOption(tag, 'size') ?? 40}
          accept={fileTypesOf(tag).join(',')}
          capture={capture === 'user' || capture === 'environment' ? capture : undefined}
          {...(isToChoose && { 'aria-describedby': noteId })}
        />
        {isToChoose && (
          <span className="wpcf7-file-again soft-small" id={noteId}>
            Please choose “{sent.name}” again: browsers do not keep files.
          </span>
        )}
      </>
    )
  },
}

const hidden: FieldKind = {
  isBare: true,
  Control: ({ tag, view }) => (
    <input
      type="hidden"
      name={tag.name}
      id={optionOf(tag, 'id')}
      className={controlClass(tag, view)}
      defaultValue={initialTexts(tag, view, tag.rawValues.slice(0, 1))[0] ?? ''}
    />
  ),
}

/** Character count of the field with its name, upwards or downwards. */
const count: FieldKind = {
  isBare: true,
  Control({ tag, view }) {
    const [target] = tagsOfField(templateOf(view.form).tags, tag.name)
    const { minLength, maxLength } = target ? lengthsOf(target) : {}
    const length = target ? initialText(target, view).length : 0
    const isDown = hasOption(tag, 'down')
    const start = isDown ? (maxLength ?? 0) : 0
    const current = isDown ? start - length : length
    return (
      <span
        id={optionOf(tag, 'id')}
        className={['wpcf7-character-count', isDown ? 'down' : 'up', ...optionsOf(tag, 'class')].join(' ')}
        data-target-name={tag.name}
        data-starting-value={start}
        data-current-value={current}
        data-maximum-value={maxLength}
        data-minimum-value={minLength}
      >
        {current}
      </span>
    )
  },
}

/** Shows the value of another field: `output` inline, `reflection` as a group. */
const reflection: FieldKind = {
  isBare: true,
  Control: ({ tag, view }) => {
    const isInline = tag.basetype === 'output'
    const Group = isInline ? 'span' : 'fieldset'
    const className = isInline ? optionsOf(tag, 'class').join(' ') || undefined : controlClass(tag, view)
    return (
      <Group data-reflection-of={tag.name} id={optionOf(tag, 'id')} className={className}>
        <output name={tag.name} data-default={tag.rawValues[0] ?? ''}>
          {view.result?.texts.get(tag.name)?.join(', ') ?? tag.rawValues[0] ?? ''}
        </output>
      </Group>
    )
  },
}

const submit: FieldKind = {
  isBare: true,
  Control: ({ tag }) => (
    <>
      <input
        type="submit"
        value={choicesOf(tag)[0] || 'Send'}
        id={optionOf(tag, 'id')}
        className={['wpcf7-form-control wpcf7-submit has-spinner', button.primary, ...optionsOf(tag, 'class')].join(
          ' ',
        )}
        tabIndex={integerOption(tag, 'tabindex')}
      />
      <span className="wpcf7-spinner" />
    </>
  ),
}

export const Response = ({ view }: { readonly view: FormView }) => (
  <div className="wpcf7-response-output" aria-hidden="true">
    {view.result?.message}
  </div>
)

export const otherKinds: Record<string, FieldKind> = {
  file,
  hidden,
  count,
  reflection,
  output: reflection,
  submit,
  response: { isBare: true, Control: Response },
}

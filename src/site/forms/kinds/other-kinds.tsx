import { choicesOf, hasOption, integerOption, optionOf, optionsOf } from '../form-tag.ts'
import { endingOf, type Rule } from '../rules.ts'
import { commonAttributes, controlClass, type FieldKind, initialTexts, Wrap } from './field-kind.tsx'
import { maxLengthOf } from './text-kinds.tsx'

const units: Readonly<Record<string, number>> = { '': 1, kb: 1024, mb: 1024 * 1024 }
const DEFAULT_LIMIT = 1024 * 1024

/** Bytes that a file field takes: `limit:2mb`. */
export function fileLimitOf(tag: Parameters<typeof optionOf>[0]): number {
  const [, digits, unit = ''] = /^(\d{1,9})(kb|mb)?$/i.exec(optionOf(tag, 'limit') ?? '') ?? []
  return digits === undefined ? DEFAULT_LIMIT : Number(digits) * (units[unit.toLowerCase()] ?? 1)
}

/** `.pdf`, `image/*`: from `filetypes:pdf|image/*`. */
export function fileTypesOf(tag: Parameters<typeof optionOf>[0]): string[] {
  const named = optionsOf(tag, 'filetypes').flatMap((types) => types.split(/[|,\s]+/))
  const types = named.map((type) => type.trim().toLowerCase()).filter((type) => type !== '')
  if (types.length === 0) return ['audio/*', 'video/*', 'image/*']
  return types.map((type) => (type.includes('/') ? type : `.${endingOf(`.${type}`) || type}`))
}

export const fileKind: FieldKind = {
  rules(tag, say): Rule[] {
    const field = tag.name
    return [
      ...(tag.isRequired ? [{ rule: 'requiredfile', field, error: say.invalid_required }] : []),
      { rule: 'file', field, accept: fileTypesOf(tag), error: say.upload_file_type_invalid },
      { rule: 'maxfilesize', field, threshold: fileLimitOf(tag), error: say.upload_file_too_large },
    ]
  },
  Control({ tag, view }) {
    const capture = optionOf(tag, 'capture')
    return (
      <Wrap tag={tag} view={view}>
        <input
          type="file"
          name={tag.name}
          size={integerOption(tag, 'size') ?? 40}
          className={controlClass(tag, view)}
          accept={fileTypesOf(tag).join(',')}
          capture={capture === 'user' || capture === 'environment' ? capture : undefined}
          {...commonAttributes(tag, view)}
        />
      </Wrap>
    )
  },
}

export const hiddenKind: FieldKind = {
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

/** How many characters the field of its name has, or may still take. */
export const countKind: FieldKind = {
  Control({ tag, view }) {
    const target = view.tags.find(({ name, basetype }) => name === tag.name && basetype !== 'count')
    const max = target && (integerOption(target, 'maxlength') ?? maxLengthOf(target.basetype))
    const length = target ? (initialTexts(target, view, target.rawValues.slice(0, 1))[0]?.length ?? 0) : 0
    const isDown = hasOption(tag, 'down')
    const start = isDown ? (max ?? 0) : 0
    const classes = ['wpcf7-character-count', isDown ? 'down' : 'up', ...optionsOf(tag, 'class')]
    return (
      <span
        id={optionOf(tag, 'id')}
        className={classes.join(' ')}
        data-target-name={tag.name}
        data-starting-value={start}
        data-current-value={isDown ? start - length : length}
        data-maximum-value={max}
        data-minimum-value={target && integerOption(target, 'minlength')}
      >
        {isDown ? start - length : length}
      </span>
    )
  },
}

export const reflectionKind: FieldKind = {
  Control: ({ tag, view }) => {
    const text = view.result?.texts.get(tag.name)?.join(', ') ?? tag.rawValues[0] ?? ''
    const output = (
      <output name={tag.name} data-default={tag.rawValues[0] ?? ''}>
        {text}
      </output>
    )
    return tag.basetype === 'output' ? (
      <span
        data-reflection-of={tag.name}
        id={optionOf(tag, 'id')}
        className={optionsOf(tag, 'class').join(' ') || undefined}
      >
        {output}
      </span>
    ) : (
      <fieldset data-reflection-of={tag.name} id={optionOf(tag, 'id')} className={controlClass(tag, view)}>
        {output}
      </fieldset>
    )
  },
}

export const submitKind: FieldKind = {
  Control: ({ tag }) => (
    <>
      <input
        type="submit"
        value={choicesOf(tag)[0] || 'Send'}
        id={optionOf(tag, 'id')}
        className={['wpcf7-form-control wpcf7-submit has-spinner', ...optionsOf(tag, 'class')].join(' ')}
        tabIndex={integerOption(tag, 'tabindex')}
      />
      <span className="wpcf7-spinner" />
    </>
  ),
}

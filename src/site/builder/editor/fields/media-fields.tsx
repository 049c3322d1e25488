import { useEffect, useRef, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import kit from '../../../../platform/admin/fields/field.module.css'
import { mediaSize } from '../../../../platform/admin/fields/media-item.ts'
import { MediaButton } from '../../../../platform/admin/fields/media-picker.tsx'
import { PictureList, useChosenPictures } from '../../../../platform/admin/fields/pictures-field.tsx'
import { FileButton } from '../../../../platform/admin/files/file-button.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'
import { defineWords } from '../words.ts'
import type { OptionFieldProps } from './field-of.tsx'
import styles from './fields.module.css'
import { pictureIdOf, type Upload, type UploadKind, upload } from './upload.ts'

/** Scripts written for the plugin expect this text. */
const NO_IMAGE = 'Please select an image to upload!'

const useWords = defineWords({
  library: ['Choose from the library', 'Choisir dans la médiathèque'],
  remove: ['Remove', 'Retirer'],
  uploadImage: ['Upload a picture', 'Téléverser une image'],
  uploadVideo: ['Upload a video', 'Téléverser une vidéo'],
  busy: ['Uploading …', 'Téléversement …'],
  imageSize: ['The picture is larger than 2 MB.', 'L’image dépasse 2 Mo.'],
  imageFormat: ['Pictures are jpg, jpeg, png or gif.', 'Les images sont jpg, jpeg, png ou gif.'],
  videoSize: ['The video is larger than 8 MB.', 'La vidéo dépasse 8 Mo.'],
  videoFormat: ['Videos are mp4, ogv or webm.', 'Les vidéos sont mp4, ogv ou webm.'],
  refused: ['The shop did not take the file.', 'La boutique n’a pas accepté le fichier.'],
  address: ['Address of a video on YouTube or Vimeo', 'Adresse d’une vidéo sur YouTube ou Vimeo'],
})

type UploadProps = {
  readonly kind: UploadKind
  readonly isEmpty: boolean
  /** Resolves to false if the field cannot take it. */
  readonly onStored: (url: string) => unknown
  readonly children: React.ReactNode
}

/** A file upload field. Its classes show errors, under the names that the plugin's scripts and styles use (BLD-08). */
function UploadBox({ kind, isEmpty, onStored, children }: UploadProps) {
  const words = useWords()
  const [state, setState] = useState<Upload | { readonly kind: 'busy' } | null>(null)
  const send = async (file: File | undefined) => {
    setState({ kind: 'busy' })
    const sent = await upload(kind, file)
    const isLost = sent.kind === 'stored' && (await onStored(sent.url)) === false
    setState(isLost ? { kind: 'refused', message: '' } : sent)
    if (sent.kind === 'none') console.log(NO_IMAGE)
    if (sent.kind === 'format' && kind === 'image') console.log(words.imageFormat)
  }
  const isWrong = state?.kind === 'size' || (state?.kind === 'format' && kind === 'video')
  const classes = [
    `field-${kind}-container`,
    styles.media,
    isEmpty && 'empty',
    isWrong && 'upload-error',
    isWrong && kind === 'video' && `upload-error__${state?.kind}`,
  ]
  const texts: Partial<Record<string, string>> = {
    size: words[`${kind}Size`],
    format: words[`${kind}Format`],
    refused: (state?.kind === 'refused' && state.message) || words.refused,
    busy: words.busy,
  }
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {children}
      <div>
        <FileButton
          label={kind === 'image' ? words.uploadImage : words.uploadVideo}
          name={kind}
          className="input-file"
          accept={kind === 'image' ? '.jpg,.jpeg,.png,.gif' : '.mp4,.ogv,.webm'}
          onFiles={([file]) => void send(file)}
        />
      </div>
      <p role="status" className={isWrong || state?.kind === 'refused' ? kit.error : undefined}>
        {state && texts[state.kind]}
      </p>
    </div>
  )
}

export function PictureField({ value, onChange }: OptionFieldProps<number | string>) {
  const words = useWords()
  const id = Number(value) || 0
  const { rest } = useAdminContext()
  const take = async (url: string) => {
    const found = await pictureIdOf(rest, url).catch(() => undefined)
    if (found !== undefined) onChange(found)
    return found !== undefined
  }
  const hasPicked = useRef(false)
  const item = useChosenPictures(id === 0 ? [] : [id]).get(id)
  return (
    <UploadBox kind="image" isEmpty={id === 0} onStored={take}>
      {item && <img className={styles.preview} src={mediaSize(item, 'medium').source_url} alt={item.alt_text} />}
      <div className={controls.item}>
        <MediaButton
          label={words.library}
          onPick={(picked) => {
            hasPicked.current = true
            onChange(picked.id)
          }}
          onClose={() => {
            if (!hasPicked.current) console.log(NO_IMAGE)
            hasPicked.current = false
          }}
        />
        {id !== 0 && <Button label={words.remove} onClick={() => onChange(0)} />}
      </div>
    </UploadBox>
  )
}

export function PicturesField({ option, value, onChange }: OptionFieldProps<readonly number[]>) {
  const now = useRef(value)
  useEffect(() => {
    now.current = value
  }, [value])
  return (
    <PictureList
      label={option.title}
      ids={value}
      onChange={(change) => {
        now.current = change(now.current)
        onChange(now.current)
      }}
    />
  )
}

/** URL of a video on another site, or of an uploaded file. */
export function VideoField({ option, value, onChange }: OptionFieldProps<string>) {
  const words = useWords()
  return (
    <UploadBox kind="video" isEmpty={value === ''} onStored={onChange}>
      <input
        type="text"
        className={controls.field}
        aria-label={option.title}
        placeholder={words.address}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && <Button label={words.remove} onClick={() => onChange('')} />}
    </UploadBox>
  )
}

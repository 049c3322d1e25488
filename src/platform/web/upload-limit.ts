/** Maximum request size with a file, in bytes: a photo of a good camera. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

/** Maximum size of a video in the media library, in bytes. */
export const MAX_VIDEO_BYTES = 8_388_608

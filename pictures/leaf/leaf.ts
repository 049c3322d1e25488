import { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { cake } from './cake.ts'
import { powder } from './powder.ts'
import { cloth } from './scatter.ts'
import { settings } from './settings.ts'
import type { LeafPicture } from './types.ts'

/** Loose leaf seen from straight above. */
export function leafScene(picture: LeafPicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  cloth(scene, picture.tint)
  if (picture.leaf === 'powder') powder(scene, picture, random)
  else if (picture.leaf === 'cake') cake(scene, picture, random)
  else settings[picture.setting](scene, picture, random)
  return scene
}

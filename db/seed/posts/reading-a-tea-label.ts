import type { SeedPost } from '../types.ts'

export const readingATeaLabel: SeedPost = {
  slug: 'reading-a-tea-label',
  title: 'How to read a tea label',
  excerpt:
    'Place, plant, season, maker, date: five things a good label tells you, a few words that mean less than they seem to, and what all those letters after Darjeeling stand for.',
  category: 'Buying',
  tags: ['labels', 'grades', 'beginners'],
  daysAgo: 58,
  picture: 'post-reading-a-tea-label',
  html: `
<p>A wine label has lawyers behind it. A tea label has mostly good intentions. Few of the words on it are protected, so the reader has to do part of the work. It is not hard, once you know which questions to ask of it.</p>

<h2>Five things worth knowing</h2>

<h3>Where it grew</h3>
<p>“China” is a continent of teas; “Fujian” is better; “Zhenghe, Fujian” lets you look at a map. The smaller the place on the label, the more the seller has committed to. Some names are protected at home, such as Xi Hu Longjing, Darjeeling and Uji-cha, each with its own rules about how far the name may stretch. Others have become styles: Longjing as such is pressed flat in half a dozen provinces, and there is nothing wrong with that as long as it says so.</p>

<h3>Which plant</h3>
<p>The cultivar matters as much as the grape does in wine. Qing Xin gives a different oolong from Jin Xuan on the same slope; Yabukita and Saemidori make two kinds of sencha. “Seed-grown” or “qunti” means a mixed population in which every bush is a little different, usually older and lower in yield, often more layered in the cup.</p>

<h3>When it was picked</h3>
<p>Season tells you about character: spring for freshness and sweetness, summer for body, autumn for perfume, winter, where there is one, for texture. In China you will meet two farming dates. <em>Ming qian</em> is picked before Qingming, about the fifth of April, and <em>yu qian</em> before Guyu, about the twentieth. Before Qingming is dearer because there is so little of it, and not automatically the better choice. A tea of the middle of April has more to say for itself in a mug.</p>

<h3>What was done to it</h3>
<p>Roasted or not, scented or flavoured, shaded, smoked, aged. “Scented” ought to mean real flowers, as in our <a href="/product/jasmine-dragon-pearls/">jasmine pearls</a>, and “flavoured” means that something was added from a bottle. Both can be pleasant. If an ingredient list names flavouring, the scent is not from the leaf.</p>

<h3>The date</h3>
<p>A best-before date is only as useful as the packing date behind it. Look for the harvest. Green and yellow teas are happiest within a year or so of picking, light oolongs within two, black and roasted teas within three. White and dark teas may go on for decades if somebody looks after them.</p>

<h2>The alphabet after Darjeeling</h2>
<p>In India, Sri Lanka and Kenya the letters on the sack describe how the dry leaf was sorted, by size and by tips. They do not measure flavour.</p>
<ul>
<li><strong>OP</strong>, orange pekoe: long whole leaf. It has nothing to do with oranges.</li>
<li><strong>BOP</strong>, broken orange pekoe: broken leaf, quicker and stronger in the pot.</li>
<li><strong>F</strong> and <strong>D</strong>, fannings and dust: the small stuff that goes into bags.</li>
<li><strong>G</strong>, <strong>T</strong> and <strong>F</strong> in front, golden, tippy, flowery: more and more buds. <strong>S</strong> for special and a <strong>1</strong> at the end are the sorter saying that this is the best of the day.</li>
</ul>
<p>So SFTGFOP1 is Special Finest Tippy Golden Flowery Orange Pekoe, first class, and it can still be a dull tea from a rainy week. A plain FOP from a bright one may beat it. Taste before you count letters.</p>

<h2>Words that carry little</h2>
<ul>
<li><strong>Ceremonial</strong> on matcha has no definition anywhere, not in Japan and not here. Ask instead where it was grown, in which month it was picked, and whether a stone mill ground it.</li>
<li><strong>Imperial</strong>, <strong>royal</strong>, <strong>tribute</strong>: somebody, at some time, may have sent something like it to a court.</li>
<li><strong>Wild</strong> and <strong>ancient tree</strong> are true of a small part of what is sold that way. A price that seems too kind settles the matter.</li>
<li><strong>Hand-made</strong> should say which step. Hardly any tea is made by hand from beginning to end.</li>
</ul>

<h2>What you will find on ours</h2>
<p>Place down to the county or township, cultivar if we know it, harvest by month, elevation when the grower gave it to us, net weight, and one recipe in grams, millilitres, degrees and minutes. When a tea is a blend we name the parts. When we don’t know something the line is missing, and you may take that as an answer too.</p>
`.trim(),
}

/** A part of someone's life or work, with the words its notes are made of. */
export interface Domain {
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly things: readonly string[];
  readonly parts: readonly string[];
  /** Regular verbs; `+` marks those that double their last letter. */
  readonly verbs: readonly string[];
  readonly adjectives: readonly string[];
  readonly places: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

export const domains: readonly Domain[] = [
  {
    name: 'workshop',
    qualifiers: words('cedar oak folding painted narrow antique maple garden corner bedside walnut children'),
    things: words('bench shelf cabinet drawer table ladder frame crate stool door desk chest rack toolbox'),
    parts: words('hinge screw joint handle veneer leg clamp dowel bracket panel plank latch runner edge'),
    verbs: words('sand glue varnish drill tighten plane+ replace measure trim+ polish assemble clean'),
    adjectives: words('loose warped cracked crooked rough rusty swollen uneven sticky thin'),
    places: words('garage attic basement shed hallway porch'),
  },
  {
    name: 'garden',
    qualifiers: words(
      'climbing dwarf wild early shaded potted purple grafted winter heirloom trailing neglected',
    ),
    things: words(
      'rose tomato hedge lavender apple bean pumpkin clematis fern raspberry squash orchid hydrangea basil',
    ),
    parts: words(
      'root leaf stem bud mulch seedling trellis compost blossom bark soil fertilizer stake branch',
    ),
    verbs: words('prune water transplant harvest graft weed mulch repot+ spray plant thin+ cover'),
    adjectives: words('yellow mouldy dry brittle spotted soggy pale infested stunted wilted'),
    places: words('greenhouse balcony terrace orchard nursery courtyard'),
  },
  {
    name: 'kitchen',
    qualifiers: words(
      'sourdough lemon roasted smoked spicy vegan frozen creamy pickled almond festive leftover',
    ),
    things: words(
      'bread soup risotto dumpling curry pancake tart stew pizza noodle custard salad gnocchi brownie',
    ),
    parts: words(
      'crust dough filling glaze starter broth batter garnish sauce oven yeast topping seasoning whisk',
    ),
    verbs: words('knead simmer bake marinate chop+ steam whisk chill reheat fold season strain'),
    adjectives: words('salty burnt lumpy bitter dense watery greasy bland crisp sour'),
    places: words('pantry cellar freezer market bakery canteen'),
  },
  {
    name: 'platform',
    qualifiers: words(
      'billing nightly legacy staging internal mobile regional shared encrypted public archived experimental',
    ),
    things: words(
      'database cluster pipeline gateway scheduler queue dashboard backup server cache importer registry crawler archive',
    ),
    parts: words(
      'certificate schema token alert replica index credential timeout container log password endpoint snapshot quota',
    ),
    verbs: words(
      'migrate deploy restart rotate monitor patch upgrade restore disable configure throttle audit',
    ),
    adjectives: words(
      'expired slow corrupt outdated unstable duplicated missing misconfigured noisy saturated',
    ),
    places: words('frankfurt datacenter sandbox repository wiki office'),
  },
  {
    name: 'travel',
    qualifiers: words(
      'coastal northern overnight budget guided mountain autumn family island historic remote rainy',
    ),
    things: words(
      'hike ferry hostel train museum campsite monastery castle market festival cruise village lake railway',
    ),
    parts: words(
      'ticket luggage map guide passport reservation voucher timetable tent visa viewpoint itinerary platform insurance',
    ),
    verbs: words('book cancel+ visit postpone reserve cross photograph reach extend miss recommend walk'),
    adjectives: words('crowded delayed muddy expensive closed steep quiet flooded overbooked foggy'),
    places: words('lisbon bergen harbour station airport valley'),
  },
  {
    name: 'finance',
    qualifiers: words(
      'joint rental quarterly fixed foreign business student pension emergency overdue prepaid private',
    ),
    things: words(
      'mortgage invoice budget loan account portfolio tax subscription insurance refund receipt donation salary deposit',
    ),
    parts: words(
      'interest fee deadline signature instalment statement deduction currency balance allowance clause penalty transfer percentage',
    ),
    verbs: words('pay renew cancel+ compare sign+ declare transfer+ approve calculate dispute borrow settle'),
    adjectives: words(
      'overdue incorrect refundable variable hidden disputed excessive taxable unsigned rejected',
    ),
    places: words('bank ministry branch notary ledger courthouse'),
  },
  {
    name: 'health',
    qualifiers: words(
      'left chronic seasonal morning prescribed dental lower evening minor recurring annual mild',
    ),
    things: words(
      'knee shoulder allergy migraine exercise vaccine cough diet checkup massage tooth injury rash insomnia',
    ),
    parts: words(
      'tablet dose bandage symptom muscle tendon ointment appointment stretch inhaler scan swelling injection splint',
    ),
    verbs: words('stretch treat bandage consult relax reduce massage cool ease examine rest inject'),
    adjectives: words('swollen stiff painful itchy numb inflamed sore dizzy harmless persistent'),
    places: words('clinic pharmacy gym hospital pool practice'),
  },
  {
    name: 'reading',
    qualifiers: words(
      'unfinished medieval borrowed translated short political illustrated forgotten classic nautical early anonymous',
    ),
    things: words(
      'novel essay biography poem memoir chapter lecture manuscript diary anthology pamphlet letter trilogy fable',
    ),
    parts: words(
      'narrator metaphor preface footnote plot translation argument ending dialogue villain stanza epigraph publisher motif',
    ),
    verbs: words(
      'quote annotate summarize review translate borrow criticize publish reread discuss argue describe',
    ),
    adjectives: words(
      'unreliable tedious moving obscure ironic vivid sentimental convincing repetitive cryptic',
    ),
    places: words('library bookshop seminar reading-room museum cafe'),
  },
  {
    name: 'music',
    qualifiers: words(
      'acoustic baroque electric choral vintage muted rented solo twelve-string slow improvised borrowed',
    ),
    things: words(
      'guitar sonata cello rehearsal piano chorus amplifier violin concert flute accordion fugue microphone trumpet',
    ),
    parts: words(
      'string bow chord pedal rhythm reed tuner melody cable bridge mouthpiece tempo octave score',
    ),
    verbs: words(
      'tune practise record perform rehearse string transpose amplify restring memorize mute conduct',
    ),
    adjectives: words('sharp flat muffled dissonant frayed loud detuned hollow scratchy uneven'),
    places: words('studio chapel cellar stage conservatory attic'),
  },
  {
    name: 'teaching',
    qualifiers: words(
      'introductory advanced remote weekly practical bilingual elective makeup graded shared oral guest',
    ),
    things: words(
      'course exam seminar workshop worksheet syllabus lecture quiz thesis tutorial presentation classroom assignment excursion',
    ),
    parts: words(
      'rubric deadline handout projector exercise grade question slide attendance glossary feedback textbook example diagram',
    ),
    verbs: words(
      'grade explain prepare assign revise print submit+ discuss repeat evaluate postpone simplify',
    ),
    adjectives: words(
      'confusing outdated optional late plagiarized lengthy ambiguous unfair popular missing',
    ),
    places: words('auditorium library lab faculty campus canteen'),
  },
  {
    name: 'bicycle',
    qualifiers: words(
      'touring folding racing cargo electric rusty tandem gravel commuter spare stolen children',
    ),
    things: words(
      'bike wheel trailer helmet saddle brake pedal chain tyre gearbox fork derailleur basket lamp',
    ),
    parts: words('spoke cable bolt valve bearing rim lever washer battery reflector tube sprocket grip pump'),
    verbs: words(
      'inflate adjust oil repair replace lubricate straighten tighten patch dismantle mount align',
    ),
    adjectives: words('flat bent squeaky loose worn punctured dirty seized crooked slippery'),
    places: words('cellar depot station shed workshop shelter'),
  },
  {
    name: 'research',
    qualifiers: words(
      'pilot longitudinal blind field funded replicated qualitative marine cognitive joint unpublished regional',
    ),
    things: words(
      'survey experiment dataset proposal interview paper sample model study poster hypothesis grant protocol sensor',
    ),
    parts: words(
      'reviewer variable consent outlier figure appendix budget calibration questionnaire citation threshold transcript deadline estimate',
    ),
    verbs: words(
      'analyse replicate submit+ interview calibrate collect reject revise measure annotate validate recruit',
    ),
    adjectives: words(
      'biased noisy significant incomplete inconsistent skewed promising flawed redundant anonymous',
    ),
    places: words('lab archive institute conference harbour station'),
  },
];

export const people: readonly string[] = words(
  'Ilse Tomasz Priya Zoë René Marta Jürgen Anouk Desmond Keiko Bruno Olivia Søren Farid Lucía Henrik Wanda Mehmet Chloé Ivo Greta Pascal Nadia Rurik',
);

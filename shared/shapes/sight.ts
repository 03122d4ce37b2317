import type {
  Envelope,
  HostPlan,
  HostProfile,
  HostTool,
  ObservedCallable,
  ToolRoute,
} from '../hosts/index.ts';

/** What a request can be asked about: the tools of the registered servers, and what the host makes of them. */
export interface Registered {
  readonly profile: HostProfile;
  readonly plan: HostPlan;
  readonly tools: readonly HostTool[];
}

/** A request as one JSON object: an HTTP body or a frame of a socket. */
export type RequestBody = Readonly<Record<string, unknown>>;

export type DescriptionFate = 'verbatim' | 'cut' | 'changed' | 'absent';
export type SchemaFate = 'verbatim' | 'reordered' | 'rewritten' | 'absent';

/** Places in a schema, each as its path of keys from the root. */
export interface SchemaChanges {
  readonly dropped: readonly (readonly string[])[];
  readonly added: readonly (readonly string[])[];
  readonly changed: readonly (readonly string[])[];
  /** Changes beyond those listed. */
  readonly more: number;
}

/** What a definition says of a tool, and how that differs from what its server says. */
export interface DefinitionFacts {
  /** Keys of the definition as they stand on the wire. */
  readonly keys: readonly string[];
  readonly deferLoading: boolean;
  readonly description: DescriptionFate;
  /** The text that stands in place of the server's; only when it is another one. */
  readonly otherDescription?: string | undefined;
  readonly schema: SchemaFate;
  /** The schema that stands in place of the server's; only when it is another one. */
  readonly otherSchema?: unknown;
  readonly changes?: SchemaChanges | undefined;
}

interface Place {
  readonly route: ToolRoute;
  readonly path: string;
  /** The name that stands there. */
  readonly name: string;
  /** `likeness`: no name that the profile makes, but the server's own text under a name with the tool's in it. */
  readonly by: 'profile' | 'likeness';
}

/** The tool is defined: name, text and schema. */
export interface DefinitionSight extends Place, DefinitionFacts {
  /**
   * `flat` one list of tools; `namespaced` inside a namespace; `searchResult` in the output of the host's search;
   * `chatFunction` in a wrapper of its own (Chat Completions); `functionDeclaration` in a list of lists (Gemini);
   * `searchText` as text in the answer to a search.
   */
  readonly form:
    | 'flat'
    | 'namespaced'
    | 'searchResult'
    | 'chatFunction'
    | 'functionDeclaration'
    | 'searchText';
  readonly namespace?: string | undefined;
}

/** The tool is spoken of, without a definition that a model could be held to. */
export interface MentionSight extends Place {
  /** `reference` a search points to it; `declaration` as code in the text of another tool; `nameOnly` its name in plain text. */
  readonly form: 'reference' | 'declaration' | 'nameOnly';
}

/** A registered server's tool at one place of a model request. A tool without any is absent. */
export type RawSighting = DefinitionSight | MentionSight;

/** One of the host's own tools that can lead to a call, and where it stood. */
export interface EnvelopeSight {
  readonly envelope: Envelope;
  readonly path: string;
  readonly description: string;
}

/** Everything that one request shows, raw: nothing of it went through the gate. */
export interface RawSight {
  /** All tools in the request, ours or not. */
  readonly toolCount: number;
  readonly sightings: readonly RawSighting[];
  readonly envelopes: readonly EnvelopeSight[];
  /** How the model may write a call of a registered tool, by `routeKey`. */
  readonly callables: ReadonlyMap<string, ObservedCallable>;
  /** The host's own callables as they were declared, by name. */
  readonly own: ReadonlyMap<string, Envelope>;
}

export const isDefinition = (sighting: RawSighting): sighting is DefinitionSight =>
  sighting.form !== 'reference' && sighting.form !== 'declaration' && sighting.form !== 'nameOnly';

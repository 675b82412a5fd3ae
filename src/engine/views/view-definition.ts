import type { Template } from './template.ts';

export const parameterTypes = ['string', 'list', 'date', 'bool', 'number'] as const;
export type ParameterType = (typeof parameterTypes)[number];

export interface ViewParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly default?: string;
  readonly description?: string;
  /** The only values a text may have; built-in views alone have it. */
  readonly choices?: readonly string[];
}

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

/** A filter as a view states it. `key` is where in the definition it stands, for messages. */
export type ViewFilter =
  | ViewTerm
  | { readonly kind: 'all' | 'any'; readonly of: readonly ViewFilter[] }
  | { readonly kind: 'not'; readonly of: ViewFilter };

/** `key` is where it stands in the definition, `position` where in the query text of that key, counted from 1. */
export type ViewTerm = { readonly key: string; readonly position?: number } & (
  | {
      readonly kind: 'compare';
      readonly field: string;
      /** `in`: any item of a comma separated value; `like`: `%` and `_` stand for anything. */
      readonly operator: Comparison | 'in' | 'like';
      readonly value: Template;
    }
  | { readonly kind: 'presence'; readonly field: string; readonly present: boolean }
  | { readonly kind: 'text'; readonly value: Template; readonly phrase: boolean }
);

/** `data.priority` is a property; the rest is what every note has. */
export type NoteField =
  | 'path'
  | 'title'
  | 'created'
  | 'modified'
  | 'words'
  | 'tag'
  | 'folder'
  | `data.${string}`;

export interface ViewOrder {
  readonly field: NoteField | 'relevance';
  readonly descending: boolean;
}

/** A property or field shown in each row under the name the view gives it. */
export interface ViewColumn {
  readonly name: string;
  readonly field: NoteField;
}

export interface FilterBody {
  readonly kind: 'filter';
  /** Absent: every note. */
  readonly filter?: ViewFilter;
  readonly order: readonly ViewOrder[];
  readonly group?: NoteField;
  readonly limit?: number;
  readonly offset?: number;
  readonly columns?: readonly ViewColumn[];
}

export interface SqlBody {
  readonly kind: 'sql';
  readonly sql: string;
  readonly group?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface BuiltInBody {
  readonly kind: 'built-in';
}

export interface ViewDefinition {
  readonly name: string;
  readonly origin: 'built-in' | 'notebook' | 'global';
  readonly description: string;
  readonly parameters: readonly ViewParameter[];
  readonly body: FilterBody | SqlBody | BuiltInBody;
  /** The configuration file it stands in; absent for a built-in view. */
  readonly file?: string;
}

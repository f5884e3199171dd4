// What the report holds, as src/querious/report/html/content.py writes it.

export type Severity = "fault" | "suspicion";
export type Level = "unseen" | "requested" | "reached" | "witnessed";

export interface Folded {
  id: string;
  severity: Severity;
  oracle: string;
  coordinate: string;
  message: string;
  count: number;
}

export interface Step {
  number: number;
  /** An earlier step with the same request; 0 where there is none. */
  sameAs?: number;
  asked: string[];
  took?: string;
  answer?: string;
  body?: string[];
  curl?: string;
}

/** A finding; of those beyond the first hundreds only the members that are always there. */
export interface Finding extends Folded {
  place: string;
  settle?: string;
  origin?: string;
  again?: string;
  others?: Folded[];
  moreOthers?: number;
  sequence?: string[];
  keys?: string[];
  shell?: string[];
  steps?: Step[];
  answer?: string;
  excerpt?: string[];
}

export interface Coverage {
  fields: Record<string, Level>;
  arguments: Record<string, boolean>;
  inputs: Record<string, boolean>;
  enums: Record<string, boolean>;
  places: Record<string, Record<string, Level>>;
  missing: Record<string, string>;
  counts: Record<string, { all: number; used?: number; requested?: number; reached?: number; witnessed?: number }>;
  shares: { requested: number; reached: number; witnessed: number };
  why: Record<string, string>;
}

export interface Plan {
  plan: string;
  known: string;
  paths: number;
  asked: number;
  operations: number;
  classes: Record<string, number>;
  expected: number;
  actual: number;
  unauthorised: number;
  missed: [number, number, string, string][];
}

export interface Collection {
  name: string;
  leftOut: string;
  deleting: string;
  offered: string;
  tests: number;
  steps: number;
  covered: string;
  missed: string;
}

/** How many there are, and the first of them. */
export interface Names {
  all: number;
  names: string[];
}

/** The run before this one on the same target. */
export interface Earlier {
  seed: number;
  begun: string;
  requests: number;
  new: string[];
  gone: Finding[];
  still: number;
  witnessed: number | null;
  /** What has a value now and had none, what had one and has none, what is described now, and no longer. */
  gained: Names;
  lost: Names;
  described: Names;
  undescribed: Names;
}

/** How long the answers to one operation took, in seconds; of each bin that is not empty its number and its count. */
export interface OperationTimes {
  name: string;
  count: number;
  p50: number;
  p95: number;
  p99: number;
  longest: number;
  bins: [number, number][];
}

/** Counts of each kind, in the order of `kinds`, for each part of the run of so many seconds. */
export interface Traffic {
  operations: OperationTimes[];
  leftOut: number;
  width: number;
  kinds: string[];
  slices: number[][];
}

export interface Content {
  head: {
    verdict: string;
    failed: boolean;
    open: boolean;
    faults: number;
    suspicions: number;
    target: string;
    protocol: string;
    seed: number;
    version: string;
    requests: number;
    elapsed: number;
    begun: string;
    ended: string;
    baseline: string;
    failOn: string;
    next: string;
    remarks: string[];
    left: string;
  };
  findings: Finding[];
  earlier: Earlier | null;
  coverage: Coverage;
  paths: Plan[];
  graph: { steps: Record<string, Record<string, string[]>>; leftOut: number };
  collections: Collection[];
  /** What users ask for: name, how often, the level that this run came to (empty where it may not ask), and why no further. */
  production: [string, number, Level | "", string][];
  traffic: Traffic;
  outcomes: Record<string, number>;
  oracles: Record<string, Record<string, number>>;
  advice: string[];
  notes: string[];
  errors: string[];
}

export const LEVELS: readonly Level[] = ["unseen", "requested", "reached", "witnessed"];

export const LEVEL_NAMES: Record<Level, string> = {
  unseen: "never requested",
  requested: "requested",
  reached: "reached",
  witnessed: "had a value",
};

/** `Type` of `Type.field`; an operation of REST stands for itself. */
export function ownerOf(coordinate: string, isRest: boolean): string {
  if (isRest) return coordinate;
  const dot = coordinate.indexOf(".");
  return dot < 0 ? coordinate : coordinate.slice(0, dot);
}

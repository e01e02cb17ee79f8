package io.merapi.api.feature;

import io.merapi.api.feature.KnownGate.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Every gate that kube-scheduler v1.36.1 accepts on its command line, those of the API server and
 * of the client library among them, and the gates of Volcano.
 */
final class KnownGates {

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** By name, in alphabetical order. */
  static final Map<String, KnownGate> ALL = all();

  private static final String DEPENDENCIES =
      """
      AuthorizeNodeWithSelectors: AuthorizeWithSelectors
      ClusterTrustBundleProjection: ClusterTrustBundle
      DRAAdminAccess: DynamicResourceAllocation
      DRAConsumableCapacity: DynamicResourceAllocation
      DRADeviceBindingConditions: DRAResourceClaimDeviceStatus DynamicResourceAllocation
      DRADeviceTaintRules: DRADeviceTaints
      DRADeviceTaints: DynamicResourceAllocation
      DRAExtendedResource: DynamicResourceAllocation
      DRAListTypeAttributes: DynamicResourceAllocation
      DRANodeAllocatableResources: DynamicResourceAllocation
      DRAPartitionableDevices: DynamicResourceAllocation
      DRAPrioritizedList: DynamicResourceAllocation
      DRAResourceClaimGranularStatusAuthorization: DRAResourceClaimDeviceStatus DynamicResourceAllocation
      DRAResourcePoolStatus: DynamicResourceAllocation
      DRASchedulerFilterTimeout: DynamicResourceAllocation
      DRAWorkloadResourceClaims: DynamicResourceAllocation GenericWorkload
      DeclarativeValidationBeta: DeclarativeValidation
      DeclarativeValidationTakeover: DeclarativeValidation
      DisableAllocatorDualWrite: MultiCIDRServiceAllocator
      ExtendWebSocketsToKubelet: NodeDeclaredFeatures
      GangScheduling: GenericWorkload
      GracefulNodeShutdownBasedOnPodPriority: GracefulNodeShutdown
      ImageVolumeWithDigest: ImageVolume
      InPlacePodLevelResourcesVerticalScaling: InPlacePodVerticalScaling NodeDeclaredFeatures PodLevelResources
      InPlacePodVerticalScalingExclusiveCPUs: InPlacePodVerticalScaling
      InPlacePodVerticalScalingExclusiveMemory: InPlacePodVerticalScaling
      InPlacePodVerticalScalingInitContainers: InPlacePodVerticalScaling NodeDeclaredFeatures
      MatchLabelKeysInPodTopologySpreadSelectorMerge: MatchLabelKeysInPodTopologySpread
      PodCertificateRequest: AuthorizeNodeWithSelectors
      PodLevelResourceManagers: PodLevelResources
      PodLifecycleSleepActionAllowZero: PodLifecycleSleepAction
      ProcMountType: UserNamespacesSupport
      ResourceHealthStatus: DynamicResourceAllocation
      ResourceHealthStatusMessage: ResourceHealthStatus
      RestartAllContainersOnContainerExits: ContainerRestartRules NodeDeclaredFeatures
      ServiceAccountTokenNodeBinding: ServiceAccountTokenNodeBindingValidation
      StaleControllerConsistencyDaemonSet: AtomicFIFO
      StaleControllerConsistencyJob: AtomicFIFO
      StaleControllerConsistencyReplicaSet: AtomicFIFO
      StaleControllerConsistencyStatefulSet: AtomicFIFO
      StorageVersionAPI: APIServerIdentity
      StructuredAuthenticationConfigurationEgressSelector: StructuredAuthenticationConfiguration
      StructuredAuthenticationConfigurationJWKSMetrics: StructuredAuthenticationConfiguration
      TopologyAwareWorkloadScheduling: GenericWorkload
      UnknownVersionInteroperabilityProxy: APIServerIdentity
      UserNamespacesHostNetworkSupport: NodeDeclaredFeatures UserNamespacesSupport
      WindowsGracefulNodeShutdown: GracefulNodeShutdown
      WorkloadAwarePreemption: GangScheduling
      WorkloadWithJob: GenericWorkload
      """;

  /** What a gate needs to be on, by the name of the gate; gates that need nothing are left out. */
  static final Map<String, List<String>> NEEDS = needs();

  private KnownGates() {}

  private static Map<String, KnownGate> all() {
    var known = new TreeMap<String, KnownGate>();
    addThoseOfVolcano(known);
    add(
        known,
        Stage.ALPHA,
        false,
        false,
        """
        APIServingWithRoutine AllowUnsafeMalformedObjectDeletion CBORServingAndStorage
        CPUManagerPolicyAlphaOptions CRIListStreaming CSIVolumeHealth ClientsAllowCBOR
        ClientsPreferCBOR CloudControllerManagerWatchBasedRoutesReconciliation
        CloudControllerManagerWebhook ContainerStopSignals CrossNamespaceVolumeDataSource
        DRAListTypeAttributes DRANodeAllocatableResources DRAResourcePoolStatus
        DRAWorkloadResourceClaims EventedPLEG GangScheduling GenericWorkload HPAScaleToZero
        ImageVolumeWithDigest InPlacePodVerticalScalingExclusiveCPUs
        InPlacePodVerticalScalingExclusiveMemory KubeletInUserNamespace LoggingAlphaOptions
        ManifestBasedAdmissionControlConfig MemoryQoS MutablePVNodeAffinity NativeHistograms
        PersistentVolumeClaimUnusedSinceTime PodAndContainerStatsFromCRI
        PodLevelResourceManagers PodLogsQuerySplitStreams PodsAPI QOSReserved
        ReduceDefaultCrashLoopBackOffDecay RuntimeClassInImageCriApi ShardedListAndWatch
        StorageCapacityScoring StorageVersionAPI TaintTolerationComparisonOperators
        TopologyAwareWorkloadScheduling TopologyManagerPolicyAlphaOptions
        UserNamespacesHostNetworkSupport VolumeLimitScaling WindowsCPUAndMemoryAffinity
        WorkloadAwarePreemption WorkloadWithJob
        """);
    add(
        known,
        Stage.BETA,
        false,
        false,
        """
        ClusterTrustBundle ClusterTrustBundleProjection ConcurrentWatchObjectDecode
        CoordinatedLeaderElection DRADeviceTaintRules
        LocalStorageCapacityIsolationFSQuotaMonitoring MaxUnavailableStatefulSet
        PodCertificateRequest SELinuxMount SchedulerAsyncAPICalls StorageVersionMigrator
        """);
    add(
        known,
        Stage.BETA,
        true,
        false,
        """
        APIResponseCompression APIServerIdentity AllowParsingUserUIDFromCertAuth AtomicFIFO
        AuthorizePodWebsocketUpgradeCreatePermission CPUManagerPolicyBetaOptions
        CRDObservedGenerationTracking ClearingNominatedNodeNameAfterBinding ComponentFlagz
        ComponentStatusz ConstrainedImpersonation ContainerCheckpoint ContainerRestartRules
        ContextualLogging DRAConsumableCapacity DRADeviceBindingConditions DRADeviceTaints
        DRAExtendedResource DRAPartitionableDevices DRAResourceClaimDeviceStatus
        DRAResourceClaimGranularStatusAuthorization DRASchedulerFilterTimeout
        DeclarativeValidationBeta DeploymentReplicaSetTerminatingReplicas
        DetectCacheInconsistency EnvFiles ExtendWebSocketsToKubelet GracefulNodeShutdown
        GracefulNodeShutdownBasedOnPodPriority HPAConfigurableTolerance HostnameOverride
        InOrderInformers InOrderInformersBatchProcess InPlacePodLevelResourcesVerticalScaling
        InPlacePodVerticalScalingInitContainers KubeletCrashLoopBackOffMax
        KubeletEnsureSecretPulledImages KubeletSeparateDiskGC
        KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot
        LoggingBetaOptions MatchLabelKeysInPodTopologySpread
        MatchLabelKeysInPodTopologySpreadSelectorMerge MutablePodResourcesForSuspendedJobs
        MutableSchedulingDirectivesForSuspendedJobs NodeDeclaredFeatures
        NominatedNodeNameForExpectation OpenAPIEnums OpportunisticBatching PLEGOnDemandRelist
        PodDeletionCost PodLevelResources PodReadyToStartContainersCondition
        PodTopologyLabelsAdmission PortForwardWebsockets PreventStaticPodAPIReferences
        RelaxedServiceNameValidation ReloadKubeletClientCAFile
        ReloadKubeletServerCertificateFile RemoteRequestHeaderUID ResourceHealthStatus
        ResourceHealthStatusMessage RestartAllContainersOnContainerExits
        RotateKubeletServerCertificate SchedulerAsyncPreemption SchedulerPopFromBackoffQ
        ServiceAccountNodeAudienceRestriction SizeBasedListCostEstimate
        StaleControllerConsistencyDaemonSet StaleControllerConsistencyJob
        StaleControllerConsistencyReplicaSet StaleControllerConsistencyStatefulSet
        StatefulSetSemanticRevisionComparison StorageVersionHash StrictIPCIDRValidation
        StructuredAuthenticationConfigurationEgressSelector
        StructuredAuthenticationConfigurationJWKSMetrics
        TokenRequestServiceAccountUIDValidation TopologyManagerPolicyBetaOptions
        TranslateStreamCloseWebsocketRequests UnauthenticatedHTTP2DOSMitigation
        UnknownVersionInteroperabilityProxy UnlockWhileProcessingFIFO
        WatchCacheInitializationPostStartHook WatchList WatchListClient
        WindowsGracefulNodeShutdown
        """);
    add(
        known,
        Stage.DEPRECATED,
        false,
        false,
        """
        AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests
        ChangeContainerStatusOnKubeletRestart DeclarativeValidationTakeover KMSv1
        KubeletRegistrationGetOnExistsOnly WindowsHostNetwork
        """);
    add(
        known,
        Stage.DEPRECATED,
        false,
        true,
        """
        AllowOverwriteTerminationGracePeriodSeconds GitRepoVolumeDriver SeparateCacheWatchRPC
        """);
    add(
        known,
        Stage.DEPRECATED,
        true,
        false,
        """
        DisableCPUQuotaWithExclusiveCPUs KubeletPodResourcesListUseActivePods
        ServiceCIDRStatusFieldWiping StorageNamespaceIndex
        """);
    add(
        known,
        Stage.DEPRECATED,
        true,
        true,
        """
        AggregatedDiscoveryRemoveBetaType DisableNodeKubeProxyVersion
        """);
    add(
        known,
        Stage.GA,
        true,
        false,
        """
        AllowServiceExternalIPs CustomCPUCFSQuotaPeriod DRAPrioritizedList
        InformerResourceVersion MutatingAdmissionPolicy
        """);
    add(
        known,
        Stage.GA,
        true,
        true,
        """
        APIServerTracing AnonymousAuthConfigurableEndpoints AnyVolumeDataSource
        AuthorizeNodeWithSelectors AuthorizeWithSelectors BtreeWatchCache
        CPUManagerPolicyOptions CRDValidationRatcheting CSIServiceAccountTokenSecrets
        ConsistentListFromCache CustomResourceFieldSelectors DRAAdminAccess
        DeclarativeValidation DisableAllocatorDualWrite DynamicResourceAllocation
        ExecProbeTimeout ExternalServiceAccountTokenSigner ImageMaximumGCAge ImageVolume
        InPlacePodVerticalScaling JobBackoffLimitPerIndex JobManagedBy JobPodReplacementPolicy
        JobSuccessPolicy KubeletCgroupDriverFromCRI KubeletFineGrainedAuthz KubeletPSI
        KubeletPodResourcesDynamicResources KubeletPodResourcesGet KubeletTracing
        LogarithmicScaleDown MatchLabelKeysInPodAffinity MultiCIDRServiceAllocator
        MutableCSINodeAllocatableCount NFTablesProxyMode
        NodeInclusionPolicyInPodTopologySpread NodeLogQuery NodeSwap OrderedNamespaceDeletion
        PodLifecycleSleepAction PodLifecycleSleepActionAllowZero PodObservedGenerationTracking
        PodSchedulingReadiness PreferSameTrafficDistribution ProcMountType
        RecoverVolumeExpansionFailure RecursiveReadOnlyMounts RelaxedDNSSearchValidation
        RelaxedEnvironmentVariableValidation ResilientWatchCacheInitialization
        RetryGenerateName SELinuxChangePolicy SELinuxMountReadWriteOncePod
        SchedulerQueueingHints SeparateTaintEvictionController ServiceAccountTokenJTI
        ServiceAccountTokenNodeBinding ServiceAccountTokenNodeBindingValidation
        ServiceAccountTokenPodNodeInfo SidecarContainers StreamingCollectionEncodingToJSON
        StreamingCollectionEncodingToProtobuf StructuredAuthenticationConfiguration
        SupplementalGroupsPolicy SystemdWatchdog TopologyManagerPolicyOptions
        UserNamespacesSupport VolumeAttributesClass WinDSR WinOverlay
        """);
    return known;
  }

  private static void addThoseOfVolcano(Map<String, KnownGate> known) {
    add(known, Stage.ALPHA, false, false, "CSIStorage SchedulingGatesQueueAdmission");
    add(
        known,
        Stage.ALPHA,
        true,
        false,
        """
        CronVolcanoJobSupport PodDisruptionBudgetsSupport PriorityClass QueueCommandSync
        ResourceTopology VolcanoJobSupport WorkLoadSupport
        """);
  }

  private static void add(
      Map<String, KnownGate> known,
      Stage stage,
      boolean onByDefault,
      boolean locked,
      String names) {
    words(names).forEach(name -> known.put(name, new KnownGate(name, stage, onByDefault, locked)));
  }

  private static Map<String, List<String>> needs() {
    var needs = new TreeMap<String, List<String>>();
    DEPENDENCIES
        .lines()
        .forEach(line -> {
          int colon = line.indexOf(':');
          needs.put(line.substring(0, colon), words(line.substring(colon + 1)));
        });
    return needs;
  }

  private static List<String> words(String text) {
    return BLANKS.splitAsStream(text.strip()).toList();
  }
}
